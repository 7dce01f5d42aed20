/** The parts of a measurement, each with its own processors or its own host. */
export const roles = ['server', 'database', 'loader'] as const;
export type Role = (typeof roles)[number];
