/** What a process does; `all` does everything, and is the only one on the embedded database. */
export const ROLES = ['web', 'worker', 'scheduler', 'all'] as const
export type Role = (typeof ROLES)[number]

export const serves = (role: Role) => role === 'web' || role === 'all'
export const works = (role: Role) => role === 'worker' || role === 'all'
export const schedules = (role: Role) => role === 'scheduler' || role === 'all'
