// Loaded before a Node server by `bench calibrate`: each request then takes so many turns of a loop longer. Turns take
// the same work whoever else uses the processor; a clock would count the others too.
const { Server } = require('node:http');

const turns = Number(process.env.CALIBRATION_BURN_TURNS);
let sink = 0;

function spin() {
  let value = sink;
  for (let turn = 0; turn < turns; turn++) value = (Math.imul(value, 31) + turn) | 0;
  sink = value;
}

const { emit } = Server.prototype;
Server.prototype.emit = function emitBurning(event, ...values) {
  if (event === 'request') spin();
  return emit.call(this, event, ...values);
};
