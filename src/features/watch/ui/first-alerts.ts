/** Shown before 'Ver los restantes'. */
export const FIRST_ALERTS = 3
