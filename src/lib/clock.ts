// Time, as something that can be told in tests.

export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
