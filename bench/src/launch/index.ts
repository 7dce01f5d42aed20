import type { LauncherName } from '../model/index.ts';
import { type ComposeLauncherOptions, createComposeLauncher } from './compose-launcher.ts';
import type { Launcher } from './launcher.ts';
import { createProcessLauncher, type ProcessLauncherOptions } from './process-launcher.ts';

export {
  createTestLauncher,
  type ScriptedServer,
  type TestLauncher,
} from '../../test/launch/test-launcher.ts';
export { baseImagesOf } from './base-images.ts';
export {
  buildFlagsOfMachine,
  type ComposeLauncherOptions,
  createComposeLauncher,
} from './compose-launcher.ts';
export { firstResponseFloor, firstResponseHelper } from './first-response/index.ts';
export * from './launcher.ts';
export { createProcessLauncher, type ProcessLauncherOptions } from './process-launcher.ts';
export { type Lack, lackingToolchains, toolchainInfo, toolchainPath } from './toolchains.ts';

export function createLauncher(
  name: LauncherName,
  options: ProcessLauncherOptions & Pick<ComposeLauncherOptions, 'host'>,
): Launcher {
  return name === 'compose' ? createComposeLauncher(options) : createProcessLauncher(options);
}
