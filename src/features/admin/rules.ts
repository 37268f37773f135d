import type { users } from '#platform/db/schema/access.ts'
import type { auditLog } from '#platform/db/schema/product.ts'
import type { AdminUser, AuditEntry } from './contract/endpoints.ts'
import { AuditAction } from './contract/endpoints.ts'

type User = typeof users.$inferSelect
type AuditRow = typeof auditLog.$inferSelect

export function toAdminUser(row: User, lastSeenAt: Date | null): AdminUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    role: row.role,
    is_active: row.isActive,
    created_at: row.createdAt.toISOString(),
    last_seen_at: lastSeenAt?.toISOString() ?? null,
  }
}

/** Whether the product would have no administrator any more if this user ceased to be an active administrator. */
export function isLastAdmin(userId: string, activeAdminIds: readonly string[]): boolean {
  return activeAdminIds.length === 1 && activeAdminIds[0] === userId
}

export function toAuditEntry(row: AuditRow): AuditEntry {
  const changes = Object.entries(row.changes)
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
  isActive: 'Estado',
  name: 'Nombre',
  supportEmail: 'Correo de ayuda',
  syncEveryHours: 'Horas entre sincronizaciones',
  signUpOpen: 'Registro',
  keepLogsDays: 'Días que se guardan los registros',
  adminSecondFactor: 'Segundo factor de los administradores',
  job: 'Tarea',
  owner: 'Dueño',
}
const VALUE_NAMES: Record<string, Record<string, string>> = {
  role: { user: 'usuario', admin: 'administrador' },
  isActive: { true: 'activo', false: 'inactivo' },
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
