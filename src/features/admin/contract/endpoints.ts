import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { EmailText, PersonName, PhoneText, RegistrationPassword } from '#shared/person-shapes.ts'
import { DayText, Nothing, ToldInstant } from '#shared/wire.ts'
import { KeepLogsDays, SupportEmail, SyncEveryHours } from './form-shapes.ts'

const Role = z.enum(['user', 'admin'])
const UserId = z.uuid('No existe ese usuario.')

export const AdminUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  role: Role,
  is_active: z.boolean(),
  /** Why: shut out or let in for nothing by an administrator, by a subscription, only in another's team, or not at all. */
  access: z.enum(['barred', 'given', 'paid', 'team', 'none']),
  /** ISO instants. */
  created_at: ToldInstant,
  /** Last use of the product, also by a session that has ended since; null when never, or none that is kept. */
  last_seen_at: z.nullable(ToldInstant),
  /** Days without use of who was there before the oldest visits that are kept, and whose last use is not known; else null. */
  unseen_days: z.nullable(z.number()),
})
export type AdminUser = z.infer<typeof AdminUser>

export const listUsers = endpoint('GET /api/admin/users', {
  access: 'admin',
  permission: 'self',
  summary: 'Every user, the newest first',
  input: Nothing,
  reply: z.array(AdminUser),
})

export const createUser = endpoint('POST /api/admin/users', {
  access: 'admin',
  permission: 'self',
  summary: 'Creates a user (inactive until activated) or an administrator (active at once)',
  input: z.object({
    name: PersonName,
    email: EmailText,
    phone: PhoneText,
    password: RegistrationPassword,
    role: z._default(Role, 'user'),
  }),
  reply: z.object({ message: z.string(), user: AdminUser }),
})

export const resetUserPassword = endpoint('POST /api/admin/reset-password', {
  access: 'admin',
  permission: 'self',
  summary: 'Mails the user a link to choose a new password; the old one works until then',
  input: z.object({ email: EmailText }),
  reply: z.object({ message: z.string() }),
})

export const setUserStatus = endpoint('PUT /api/admin/users/:id/status', {
  access: 'admin',
  permission: 'self',
  summary: 'Lets a user in for nothing or takes that back, shuts one out or takes that back',
  input: z.object({
    id: UserId,
    status: z.boolean('Falta el estado.'),
    /** Of one who is shut out: with its paid period. Otherwise it goes on, and its user is told. */
    endsSubscription: z.optional(z.boolean()),
  }),
  reply: z.object({ message: z.string(), user: AdminUser }),
})

export const setUserRole = endpoint('PUT /api/admin/users/:id/role', {
  access: 'admin',
  permission: 'self',
  summary: 'Makes a user an administrator, or the reverse',
  input: z.object({ id: UserId, role: Role }),
  reply: z.object({ message: z.string(), user: AdminUser }),
})

export const deleteUser = endpoint('DELETE /api/admin/users/:id', {
  access: 'admin',
  permission: 'self',
  summary: 'Deletes a user with all data; cannot be undone',
  input: z.object({ id: UserId }),
  reply: z.object({ message: z.string() }),
})

export const MetricsDay = z.object({
  day: DayText,
  /** People who used the product that day. */
  activeUsers: z.number(),
  newUsers: z.number(),
  /** Visits that began that day. */
  sessions: z.number(),
  /** Mean length of those visits in minutes, one decimal; 0 without visits. */
  avgSessionTime: z.number(),
})
export type MetricsDay = z.infer<typeof MetricsDay>

export const getMetrics = endpoint('GET /api/admin/metrics', {
  access: 'admin',
  permission: 'self',
  summary: 'Figures of use; visits to /demo are left out',
  input: Nothing,
  reply: z.object({
    totalUsers: z.number(),
    /** With a subscription, or let in for nothing. */
    activeUsers: z.number(),
    /** Besides them: who works in another's team alone. */
    teamUsers: z.number(),
    newUsersThisMonth: z.number(),
    /** Visits of the days for which they are kept; a pause of over 30 minutes begins a new one. */
    totalSessions: z.number(),
    keptDays: z.number(),
    /** Mean length of a visit of the last 30 days, in minutes with one decimal. */
    avgSessionTime: z.number(),
    /** People who used the product today. */
    dailyActiveUsers: z.number(),
    /** The last 90 days, or as many as visits are kept, in order, today last. Days are those of Madrid. */
    days: z.array(MetricsDay),
  }),
})

/** What an audit entry tells; each carries its own details. */
export const AuditAction = z.enum([
  'create_user',
  'reset_password',
  'activate_user',
  'deactivate_user',
  'change_role',
  'delete_user',
  'change_settings',
  'retry_job',
  'cancel_job',
  'hand_over_team',
  'name_manager',
  'remove_second_factor',
])
export type AuditAction = z.infer<typeof AuditAction>

export const AuditEntry = z.object({
  id: z.number(),
  at: ToldInstant,
  action: AuditAction,
  actorEmail: z.string(),
  /** Whom it was done to; null for the product's settings. */
  targetEmail: z.nullable(z.string()),
  /** One Spanish sentence: 'Rol: usuario → administrador'; '' when the action says it all. */
  details: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const listAuditLog = endpoint('GET /api/admin/audit-log', {
  access: 'admin',
  permission: 'self',
  summary: 'What administrators did, the newest first, 50 at a time',
  /** `before`: id of the last entry already read. */
  input: z.object({
    before: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
  }),
  reply: z.array(AuditEntry),
})

export const ProductSettings = z.object({
  /** Shown on the help pages and in every mail; null shows none. */
  supportEmail: z.nullable(z.string()),
  /** Hours between two syncs of a connected account. */
  syncEveryHours: z.number(),
  signUpOpen: z.boolean(),
  adminSecondFactor: z.boolean(),
  keepLogsDays: z.number(),
})
export type ProductSettings = z.infer<typeof ProductSettings>

export const getSettings = endpoint('GET /api/admin/settings', {
  access: 'admin',
  permission: 'self',
  summary: 'The settings of the product',
  input: Nothing,
  reply: ProductSettings,
})

export const updateSettings = endpoint('PUT /api/admin/settings', {
  access: 'admin',
  permission: 'self',
  summary: 'Changes the settings of the product',
  input: z.object({
    supportEmail: SupportEmail,
    syncEveryHours: SyncEveryHours,
    signUpOpen: z.boolean(),
    adminSecondFactor: z.boolean(),
    keepLogsDays: KeepLogsDays,
  }),
  reply: z.object({ message: z.string(), settings: ProductSettings }),
})
