/** Where a server that a calibration puts turns into says what they took, if it can time them. */
export const BURNED_PATH = '/burned';
