import type { LeftReports } from '#account-data/leave-reports.ts'
import { type Made, madeLines, namesLine } from '#account-data/made-by.ts'
import type { Letter } from '#platform/mail/letter.ts'
import { type MemberRole, ROLE_TEXTS } from '#shared/permissions.ts'

const TEAM = { label: 'Ver el equipo', url: '/dashboard/settings?tab=team' }

export function invitationLetter(team: string, role: MemberRole, url: string): Letter {
  return {
    subject: `${team} te invita a su equipo en Pujante`,
    greeting: 'Hola:',
    lead: `${team} te invita a trabajar en sus cuentas de Google Ads en Pujante.`,
    paragraphs: [
      `Tu papel: ${ROLE_TEXTS[role]}.`,
      'Entra con este mismo correo; si aún no tienes cuenta, créala primero y vuelve a abrir el enlace.',
    ],
    button: { label: 'Ver la invitación', url },
    notes: [
      'El enlace vale 7 días y se puede usar una sola vez, solo con este correo.',
      'Si no esperabas esta invitación, no hagas nada.',
    ],
  }
}

export function joinedLetter(name: string, member: string, role: MemberRole): Letter {
  return {
    subject: 'Alguien se ha unido a tu equipo de Pujante',
    greeting: `Hola, ${name}:`,
    lead: `${member} ha aceptado la invitación a tu equipo.`,
    paragraphs: [
      `Su papel: ${ROLE_TEXTS[role]}.`,
      'Si no lo esperabas, quítale en Configuración › Equipo: deja de entrar en el acto.',
    ],
    button: TEAM,
  }
}

export function removedLetter(name: string, team: string): Letter {
  return {
    subject: 'Ya no estás en un equipo de Pujante',
    greeting: `Hola, ${name}:`,
    lead: `Ya no trabajas en las cuentas de ${team}.`,
    paragraphs: [
      'Las claves de API, direcciones de hojas y avisos que hiciste allí han dejado de valer, y sus informes ya no llegan a este correo.',
      'Tu propia cuenta de Pujante sigue igual.',
    ],
  }
}

/** To the owner: what a member had made for other programs, by name, and what they leave in the reports. */
export function endedLetter(
  name: string,
  maker: string,
  { taken = [], addresses = [], schedules = [], ...made }: Made & Partial<LeftReports>,
): Letter {
  const integrations = madeLines(made)
  const stays = [
    ...namesLine('Direcciones que añadió y los siguen recibiendo', addresses),
    ...namesLine('Envíos programados por esa persona', schedules),
  ]
  const reports = [
    ...namesLine('Los informes ya no se envían a', taken),
    ...stays,
    ...(stays.length > 0 ? ['Revísalo en Configuración › Informes.'] : []),
  ]
  const greeting = `Hola, ${name}:`
  if (integrations.length === 0)
    return {
      subject: 'Revisa los informes de tu equipo de Pujante',
      greeting,
      lead: `${maker} ya no ve todas tus cuentas. Esto pasa con sus informes por correo:`,
      paragraphs: reports,
    }
  return {
    subject: 'Han dejado de valer integraciones de tu equipo de Pujante',
    greeting,
    lead: `${maker} ya no puede conectar programas con tus cuentas, y lo que había hecho ha dejado de valer.`,
    paragraphs: [
      ...integrations,
      'Si alguna te hacía falta, haz otra en Configuración › Integraciones.',
      ...(reports.length > 0 ? ['Esto pasa con sus informes por correo:', ...reports] : []),
    ],
  }
}

const WHAT_GOES =
  'las cuentas publicitarias con su historial, los permisos de Google, la suscripción y los informes e integraciones'
const CARD_STAYS =
  'La tarjeta y los datos de facturación guardados siguen siendo los mismos hasta que se cambien en Configuración › Pagos.'

export function handoverOfferLetter(name: string, team: string, url: string): Letter {
  return {
    subject: `${team} quiere traspasarte su equipo de Pujante`,
    greeting: `Hola, ${name}:`,
    lead: `${team} te ofrece su equipo: si aceptas, serás quien paga y quien responde de todo.`,
    paragraphs: [`Pasarían a ser tuyos ${WHAT_GOES}.`, CARD_STAYS],
    button: { label: 'Ver el traspaso', url },
    notes: ['Vale 7 días. Si no quieres recibirlo, recházalo o no hagas nada.'],
  }
}

export function handoverAskedLetter(name: string, heir: string, url: string): Letter {
  return {
    subject: 'Has ofrecido traspasar tu equipo de Pujante',
    greeting: `Hola, ${name}:`,
    lead: `${heir} tiene 7 días para aceptar tu equipo; hasta entonces no cambia nada.`,
    paragraphs: [
      `Si acepta, serán suyos ${WHAT_GOES}, y tú seguirás en el equipo con el papel ${ROLE_TEXTS.manager}.`,
      'Si no lo has pedido tú, retíralo y cambia tu contraseña.',
    ],
    button: { label: 'Ver el traspaso', url },
  }
}

export function handedOverLetter(
  name: string,
  { heir, hasMorningMail }: { heir: string; hasMorningMail: boolean },
): Letter {
  return {
    subject: 'Has traspasado tu equipo de Pujante',
    greeting: `Hola, ${name}:`,
    lead: `${heir} ha aceptado: el equipo es suyo desde ahora.`,
    paragraphs: [
      `Son suyos ${WHAT_GOES}.`,
      `Sigues en el equipo con el papel ${ROLE_TEXTS.manager}. ${CARD_STAYS} Si es la tuya, pídele que la cambie.`,
      ...(hasMorningMail
        ? [`«Hoy por correo» deja de llegarte: desde ahora lo recibe ${heir}.`]
        : []),
    ],
    button: TEAM,
  }
}

export function ownerNowLetter(
  name: string,
  { before, url, hasMorningMail }: { before: string; url: string; hasMorningMail: boolean },
): Letter {
  return {
    subject: 'Ya eres dueño del equipo en Pujante',
    greeting: `Hola, ${name}:`,
    lead: `${before} te ha traspasado su equipo.`,
    paragraphs: [
      `Son tuyos ${WHAT_GOES}. Sigue en el equipo con el papel ${ROLE_TEXTS.manager}.`,
      `${CARD_STAYS} Revísalos antes del próximo cobro.`,
      ...(hasMorningMail
        ? [
            '«Hoy por correo» te llega ahora a ti. Si no lo quieres, quítalo en Configuración › Informes.',
          ]
        : []),
    ],
    button: { label: 'Ver el equipo', url },
  }
}
