import type { LauncherName } from '../model/index.ts';
import { type ComposeLauncherOptions, createComposeLauncher } from './compose-launcher.ts';
import type { Launcher } from './launcher.ts';
import { createProcessLauncher, type ProcessLauncherOptions } from './process-launcher.ts';

export { baseImagesOf } from './base-images.ts';
export { expectedBuildSeconds } from './build/time.ts';
export { buildFlagsOfMachine } from './compose-launcher.ts';
export * from './launcher.ts';
export { createProcessLauncher } from './process-launcher.ts';

export function createLauncher(
  name: LauncherName,
  options: ProcessLauncherOptions & Pick<ComposeLauncherOptions, 'host'>,
): Launcher {
  return name === 'compose' ? createComposeLauncher(options) : createProcessLauncher(options);
}
