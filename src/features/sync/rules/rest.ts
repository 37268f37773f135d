/** After so long without a visit what a day brings is early enough. */
export const REST_AFTER_DAYS = 14
/** How often an account at rest is read. */
export const REST_EVERY_HOURS = 24
/** An effect that was not judged by then never will be. */
export const LONGEST_MEASURING_DAYS = 180
