import KeyRound from 'lucide-react/icons/key-round'
import Shield from 'lucide-react/icons/shield'
import ShieldOff from 'lucide-react/icons/shield-off'
import Trash2 from 'lucide-react/icons/trash-2'
import UserCheck from 'lucide-react/icons/user-check'
import UserX from 'lucide-react/icons/user-x'
import { call } from '#kit/api.ts'
import {
  type AdminUser,
  deleteUser,
  resetUserPassword,
  setUserRole,
  setUserStatus,
} from '../contract/endpoints.ts'
import type { RowAction } from './row-action.ts'

type UserAction = RowAction<AdminUser>

/** What can be done to this user, in the order of the menu. */
export function actionsFor(user: AdminUser): UserAction[] {
  return [RESET, ...statusActions(user), user.role === 'admin' ? DEMOTE : PROMOTE, DELETE]
}

function statusActions({ access, role }: AdminUser): UserAction[] {
  if (access === 'barred') return [READMIT]
  if (access === 'none' || access === 'team') return [ACTIVATE, BAR]
  if (access === 'given') return [role === 'user' ? DEACTIVATE : BAR]
  return [BAR, BAR_AND_END]
}

const RESET: UserAction = {
  id: 'reset',
  Icon: KeyRound,
  title: 'Restablecer contraseña',
  question: '¿Restablecer la contraseña?',
  consequences: ({ email }) =>
    `Enviaremos a ${email} un enlace para elegir otra contraseña. La actual sigue valiendo hasta entonces.`,
  busyLabel: 'Enviando...',
  run: ({ email }) => call(resetUserPassword, { email }),
  failure: 'No se pudo resetear la contraseña',
  failurePrefix: 'Error: ',
}

const STATUS_FAILURE = 'Error actualizando estado'

const ACTIVATE: UserAction = {
  id: 'activate',
  Icon: UserCheck,
  title: 'Activar',
  question: '¿Activar este usuario?',
  consequences: ({ email }) =>
    `${email} podrá usar el panel sin pagar una suscripción, hasta que lo desactives.`,
  busyLabel: 'Activando...',
  run: ({ id }) => call(setUserStatus, { id, status: true }),
  failure: STATUS_FAILURE,
}

const READMIT: UserAction = {
  ...ACTIVATE,
  id: 'readmit',
  consequences: ({ email }) =>
    `${email} volverá a como estaba: con su suscripción o en sus equipos si los tiene, y si no, en la página para suscribirse. Si su suscripción ha terminado, los datos de sus cuentas se borran en 30 días, con dos avisos por correo.`,
}

const DEACTIVATE: UserAction = {
  id: 'deactivate',
  Icon: UserX,
  title: 'Desactivar',
  question: '¿Desactivar este usuario?',
  consequences: ({ email }) =>
    `${email} dejará de usar el panel gratis y podrá suscribirse; si ya paga, sigue con su suscripción. Si tuvo una que ha terminado, los datos de sus cuentas se borran en 30 días, con dos avisos por correo. Para cerrarle también eso, desactívalo otra vez.`,
  busyLabel: 'Desactivando...',
  run: ({ id }) => call(setUserStatus, { id, status: false }),
  failure: STATUS_FAILURE,
}

const BAR: UserAction = {
  ...DEACTIVATE,
  id: 'bar',
  consequences: ({ email }) =>
    `${email} podrá iniciar sesión, pero no podrá suscribirse ni trabajar en ningún equipo. Si paga una suscripción, se le sigue cobrando hasta que la cancele, y se lo decimos por correo; la que esté comprando en este momento se le devuelve. Sus datos se conservan y puedes volver a activarlo.`,
}

const BAR_AND_END: UserAction = {
  ...BAR,
  id: 'bar_and_end',
  title: 'Desactivar y cancelar su suscripción',
  question: '¿Desactivar este usuario y cancelar su suscripción?',
  consequences: ({ email }) =>
    `${email} podrá iniciar sesión, pero no podrá suscribirse ni trabajar en ningún equipo. Su suscripción termina con el período pagado y no se le cobra nada más; se lo decimos por correo. No se devuelve nada. Puedes volver a activarlo.`,
  run: ({ id }) => call(setUserStatus, { id, status: false, endsSubscription: true }),
}

const PROMOTE: UserAction = {
  id: 'promote',
  Icon: Shield,
  title: 'Hacer administrador',
  question: '¿Hacer administrador a este usuario?',
  consequences: ({ email }) =>
    `${email} podrá ver este panel, crear y eliminar usuarios y cambiar los ajustes del producto, y no necesitará suscripción. Si paga una, se le sigue cobrando hasta que la cancele.`,
  busyLabel: 'Cambiando...',
  run: ({ id }) => call(setUserRole, { id, role: 'admin' }),
  failure: 'No se pudo cambiar el rol',
}

const DEMOTE: UserAction = {
  id: 'demote',
  Icon: ShieldOff,
  title: 'Quitar el rol de administrador',
  question: '¿Quitar el rol de administrador?',
  consequences: ({ email }) =>
    `${email} dejará de ver este panel y será un usuario normal: para usar el producto necesitará una suscripción, o que lo actives después.`,
  busyLabel: 'Cambiando...',
  run: ({ id }) => call(setUserRole, { id, role: 'user' }),
  failure: 'No se pudo cambiar el rol',
}

const DELETE: UserAction = {
  id: 'delete',
  Icon: Trash2,
  title: 'Eliminar',
  question: '¿Eliminar este usuario?',
  consequences: ({ email }) =>
    `Se borrarán ${email}, sus cuentas conectadas y todos sus datos, y se cerrarán sus sesiones. Esta acción es irreversible.`,
  isDangerous: true,
  busyLabel: 'Eliminando...',
  run: ({ id }) => call(deleteUser, { id }),
  failure: 'No se pudo eliminar el usuario',
}
