import cluster from 'node:cluster';
import { startPrimary } from './cluster/primary.js';
import { clusterCounter } from './cluster/worker.js';
import { readConfig } from './config.js';
import { localCounter } from './counter.js';
import { serve } from './serve.js';

try {
  const config = readConfig(process.env);
  if (!config.clustered) serve(config, localCounter());
  else if (cluster.isPrimary) startPrimary(config);
  else serve(config, clusterCounter());
} catch (error) {
  console.error(`koa: ${error.message}`);
  process.exit(1);
}
