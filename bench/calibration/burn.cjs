// Loaded before a Node server by `bench calibrate`: each request then takes so much more processor time. A loop of a
// fixed number of turns takes the same time whoever else uses the processor; a clock would count them too.
const { Server } = require('node:http');

const TURNS = 1_000_000;
const BURSTS = 40;
let sink = 0;

function spin(turns) {
  let value = sink;
  for (let turn = 0; turn < turns; turn++) value = (Math.imul(value, 31) + turn) | 0;
  sink = value;
}

function turnsFor(nanoseconds) {
  let best = Number.POSITIVE_INFINITY;
  for (let burst = 0; burst < BURSTS; burst++) {
    const before = process.cpuUsage();
    spin(TURNS);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) * 1_000);
  }
  return Math.round((nanoseconds * TURNS) / best);
}

const turns = turnsFor(Number(process.env.CALIBRATION_BURN_NANOSECONDS));
const { emit } = Server.prototype;
Server.prototype.emit = function emitBurning(event, ...values) {
  if (event === 'request') spin(turns);
  return emit.call(this, event, ...values);
};
