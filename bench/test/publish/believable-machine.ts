import type { Machine } from '../../src/model/index.ts';

/** The machine of all results that could have been measured but were not, and the commit that they name. */

export const believableMachine: Machine = {
  schemaVersion: 1,
  id: 'epyc-9354-4c-16g',
  processor: 'AMD EPYC 9354 32-Core Processor',
  architecture: 'x64',
  logicalProcessors: 4,
  memoryBytes: 16 * 2 ** 30,
  operatingSystem: 'Debian GNU/Linux 13',
  kernel: '6.12.48',
  governor: null,
  virtualisation: 'kvm',
  shared: true,
};

export const BELIEVABLE_COMMIT = '6c9f8ca0d1e2f3a4b5c6d7e8f90123456789abcd';
