// `bench calibrate` loads this before a Node server: each request then runs a number of iterations of a loop. The loop
// is WebAssembly that only the optimising compiler translates, so that an iteration costs the same in every start: a
// loop in JavaScript differed by a third from start to start, depending on its compilers. The clock of the thread
// (getrusage) is no help, because it moves in steps of 4 ms here, far more than a request.
const { Server } = require('node:http');
const { setFlagsFromString } = require('node:v8');

const iterations = Number(process.env.CALIBRATION_BURN_TURNS);

// (func (export "burn") (param $turns i32) (result i32) (local $x i32)
//   (loop
//     (local.set $x (i32.add (i32.mul (local.get $x) (i32.const 5)) (i32.const 1)))
//     (br_if 0 (local.tee $turns (i32.sub (local.get $turns) (i32.const 1)))))
//   (local.get $x))
const wasm = Buffer.from(
  [
    '0061736d01000000', // the magic number, version 1
    '0106' + '0160017f017f', // a type: i32 → i32
    '0302' + '0100', // a function of that type
    '0708' + '01046275726e0000', // exported as burn
    '0a1e' + '011c01017f' + '0340' + '200141056c41016a2101' + '200041016b2200' + '0d00' + '0b' + '20010b',
  ].join(''),
  'hex',
);
setFlagsFromString('--no-liftoff');
const { burn } = new WebAssembly.Instance(new WebAssembly.Module(wasm)).exports;

const { emit } = Server.prototype;
Server.prototype.emit = function emitBurning(event, ...values) {
  if (event === 'request') burn(iterations);
  return emit.call(this, event, ...values);
};
