/** The position is the code in the tables: append only. Google's own numbers would change with its enum. */
export const DEVICES = ['UNKNOWN', 'MOBILE', 'DESKTOP', 'TABLET', 'CONNECTED_TV', 'OTHER'] as const
