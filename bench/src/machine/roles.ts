/** What takes part in a measurement, each on processors of its own or on a host of its own. */
export const roles = ['server', 'database', 'loader'] as const;
export type Role = (typeof roles)[number];
