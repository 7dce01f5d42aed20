import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Reading and compiling our own source is half of a short command. Call the API instead of setting
// NODE_COMPILE_CACHE: the variable would reach the measured servers and their cold starts.
enableCompileCache(fileURLToPath(new URL('../../.cache/node-compile', import.meta.url)));
