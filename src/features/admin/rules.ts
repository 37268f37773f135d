import { isHeld } from '#features/billing/contract/subscription.ts'
import type { users } from '#platform/db/schema/access.ts'
import type { auditLog } from '#platform/db/schema/product.ts'
import type { AdminUser, AuditEntry } from './contract/endpoints.ts'
import { AuditAction } from './contract/endpoints.ts'

type User = typeof users.$inferSelect
type AuditRow = typeof auditLog.$inferSelect

/** `kept`: visits of how many days are known, and since when. */
export function toAdminUser(
  row: User,
  { lastSeenAt, isInTeam }: { lastSeenAt: Date | null; isInTeam: boolean },
  kept: { days: number; from: Date },
): AdminUser {
  const access = accessOf(row)
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    role: row.role,
    is_active: row.isActive,
    access: access === 'none' && isInTeam ? 'team' : access,
    created_at: row.createdAt.toISOString(),
    last_seen_at: lastSeenAt?.toISOString() ?? null,
    unseen_days: !lastSeenAt && row.createdAt < kept.from ? kept.days : null,
  }
}

function accessOf({ deactivatedManually, activatedManually, isActive }: User): AdminUser['access'] {
  if (deactivatedManually) return 'barred'
  if (activatedManually) return 'given'
  return isActive ? 'paid' : 'none'
}

export type Marks = Partial<Pick<User, 'activatedManually' | 'deactivatedManually'>>

/**
 * What an administrator's yes or no changes; null for nothing. Each takes the other back first, so that there is a way
 * to an ordinary customer; an administrator is shut out at once.
 */
export function decide(user: User, isLetIn: boolean): Marks | null {
  const access = accessOf(user)
  if (isLetIn) {
    if (access === 'barred') return { deactivatedManually: false }
    return user.isActive ? null : { activatedManually: true }
  }
  if (access === 'barred') return null
  return access === 'given' && user.role === 'user'
    ? { activatedManually: false }
    : { deactivatedManually: true }
}

/** What the marks leave of it; a subscription is read again afterwards. */
export function accessAfter(user: User, marks: Marks, isPaid: boolean) {
  const { activatedManually, deactivatedManually } = { ...user, ...marks }
  const isOpen = activatedManually || isPaid
  return { ...marks, isActive: isOpen && !deactivatedManually, plan: isOpen ? user.plan : null }
}

/** Whether no administrator's word is left of those that kept the data of an account without a subscription. */
export function isFreed(user: User, marks: Marks): boolean {
  return isHeld(user) && !isHeld({ ...user, ...marks })
}

export function statusText({ isActive }: User, isLetIn: boolean): string {
  if (isLetIn) return isActive ? 'Usuario activado.' : 'Usuario readmitido: puede suscribirse.'
  return isActive ? 'Ya no entra gratis: sigue con su suscripción.' : 'Usuario desactivado.'
}

/** Whether the product would have no administrator any more if this user ceased to be an active administrator. */
export function isLastAdmin(userId: string, activeAdminIds: readonly string[]): boolean {
  return activeAdminIds.length === 1 && activeAdminIds[0] === userId
}

export function toAuditEntry(row: AuditRow): AuditEntry {
  // An address that stays is written beside a name that changes: it says whose both names are.
  const changes = Object.entries(row.changes).filter(([, { before, after }]) => before !== after)
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: AuditAction.parse(row.action),
    actorEmail: row.actorEmail,
    targetEmail: row.targetEmail,
    details: changes.map(([field, change]) => changeText(field, change)).join(' · '),
  }
}

const FIELD_NAMES: Record<string, string> = {
  role: 'Rol',
  activatedManually: 'Acceso sin suscripción',
  deactivatedManually: 'Acceso cerrado',
  name: 'Nombre',
  supportEmail: 'Correo de ayuda',
  syncEveryHours: 'Horas entre sincronizaciones',
  signUpOpen: 'Registro',
  keepLogsDays: 'Días que se guardan los registros',
  adminSecondFactor: 'Segundo factor de los administradores',
  job: 'Tarea',
  owner: 'Dueño',
  managerName: 'Gestor',
  managerEmail: 'Correo del gestor',
}
const VALUE_NAMES: Record<string, Record<string, string>> = {
  role: { user: 'usuario', admin: 'administrador' },
  activatedManually: { true: 'sí', false: 'no' },
  deactivatedManually: { true: 'sí', false: 'no' },
  signUpOpen: { true: 'abierto', false: 'cerrado' },
  adminSecondFactor: { true: 'obligatorio', false: 'opcional' },
}

/** 'Rol: usuario → administrador'; without a value before, 'Rol: administrador'. */
function changeText(field: string, change: { before: unknown; after: unknown }): string {
  const [before, after] = [change.before, change.after].map((value) => {
    if (value === null || value === undefined) return 'ninguno'
    return VALUE_NAMES[field]?.[String(value)] ?? String(value)
  })
  const name = FIELD_NAMES[field] ?? field
  return change.before === undefined ? `${name}: ${after}` : `${name}: ${before} → ${after}`
}
