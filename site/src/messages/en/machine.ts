import { plural } from './formats.ts';

export const machine = {
  listTitle: 'Machines',
  listText: 'Figures of different machines are never compared with each other.',
  listCaption: 'Machines with results',
  title: (id: string) => `Machine ${id}`,
  short: (processor: string, processors: number, memory: string) =>
    `${processor}, ${plural(processors, 'processor')}, ${memory}`,
  columns: { id: 'Machine', processor: 'Processor', shown: 'Shown runs' },
  facts: {
    processor: 'Processor',
    logical: 'Logical processors',
    architecture: 'Architecture',
    memory: 'Memory',
    system: 'Operating system',
    kernel: 'Kernel',
    governor: 'Frequency governor',
    governorUnknown: 'not reported by the kernel',
    hostOf: (roles: string) => `Host of ${roles}`,
    roles: { server: 'server', database: 'database', loader: 'loader' },
    virtualisation: 'Virtualisation',
    bare: 'none: bare metal',
    shared: 'Used by others',
    sharedYes: 'perhaps: not declared dedicated',
    sharedNo: 'no: declared dedicated',
  },
  rankings: 'Rankings of this machine',
  runsTitle: 'Runs',
  raw: 'Machine file (JSON)',
  noRun: 'There is no finished run.',
};
