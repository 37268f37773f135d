import type { MemberRole } from '#shared/permissions.ts'

const MOST_LETTERS = 60

/** As it stands in a mail to a stranger: no address to press, and not the whole text of a trick. */
export function teamNameText(name: string): string {
  const plain = name
    .replace(/https?:\/\/\S*|www\.\S*|\S+\.(com|net|org|es|io|ru)\b\S*/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.slice(0, MOST_LETTERS) || 'Un equipo'
}

/** By which its letter is asked for. */
export const mailKeyOf = (invitationId: string) => `invitation ${invitationId}`

/** What the member has of their own. */
export type Heir = {
  role: MemberRole
  isAdministrator: boolean
  isBarred: boolean
  isSubscribed: boolean
  /** A payment page of theirs may be open. */
  isPaying: boolean
  accounts: number
  people: number
  isLeaving: boolean
}

/** Why a team cannot go to this member as things stand, in words for both sides; null when it can. */
export function obstacleToHandover(
  owner: { role: 'user' | 'admin'; deactivatedManually: boolean },
  heir: Heir,
): string | null {
  if (owner.role === 'admin' || heir.isAdministrator)
    return 'Quien administra Pujante no puede dar ni recibir un equipo.'
  if (owner.deactivatedManually)
    return 'Un administrador ha cerrado el acceso de quien lo da: el equipo se queda con él.'
  if (heir.role === 'client') return 'Un cliente no puede recibir el equipo: dale antes otro papel.'
  if (heir.isBarred) return 'Un administrador ha cerrado el acceso de quien lo recibe.'
  if (heir.isLeaving) return 'Quien lo recibe ha pedido eliminar su cuenta de Pujante.'
  if (heir.isSubscribed)
    return 'Quien lo recibe paga ya su propia suscripción: tiene que terminar antes, porque cada dueño tiene una.'
  if (heir.isPaying)
    return 'Quien lo recibe ha empezado a pagar una suscripción propia: si no la termina, la página de pago caduca en un día.'
  if (heir.accounts > 0)
    return 'Quien lo recibe tiene cuentas publicitarias propias: tiene que eliminarlas antes.'
  if (heir.people > 0) return 'Quien lo recibe tiene su propio equipo: tiene que deshacerlo antes.'
  return null
}
