// Loaded before a Node server by `bench calibrate`: each request then takes so much of the thread's own processor time
// longer, in nanoseconds. A loop of known turns costs what the compiler makes of it, and that differs from one start to
// the next by a third; the clock of the thread does not run while somebody else has the processor.
const { Server } = require('node:http');

const microseconds = Number(process.env.CALIBRATION_BURN_TURNS) / 1_000;

function spin() {
  const before = process.threadCpuUsage();
  const end = before.user + before.system + microseconds;
  for (;;) {
    const now = process.threadCpuUsage();
    if (now.user + now.system >= end) return;
  }
}

const { emit } = Server.prototype;
Server.prototype.emit = function emitBurning(event, ...values) {
  if (event === 'request') spin();
  return emit.call(this, event, ...values);
};
