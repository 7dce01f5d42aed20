import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Reading and compiling our own source is half of a short command. By a call, not by NODE_COMPILE_CACHE: a variable
// would reach the servers that are measured, and their cold starts.
enableCompileCache(fileURLToPath(new URL('../../.cache/node-compile', import.meta.url)));
