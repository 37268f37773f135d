import type { Letter, LetterList } from '#platform/mail/letter.ts'
import { customerIdText } from '#shared/customer-id-text.ts'
import { dayInZone } from '#shared/dates.ts'
import { planText } from '#shared/plan-text.ts'
import type { Interval } from '#shared/plans.ts'
import { longDay, plural } from '#shared/spanish-numbers.ts'
import { PAYMENT_METHODS_PATH, SUBSCRIPTION_SETTINGS_PATH } from '../contract/subscription.ts'
import {
  addDaysTo,
  type BillingRow,
  cancelledFor,
  endOf,
  GRACE_DAYS,
  KEPT_DAYS,
  renews,
} from '../rules/access.ts'
import type { Notice } from '../rules/notices.ts'

type Occasion = {
  user: { name: string }
  row: BillingRow
  origin: string
  /** What the next charge comes to; null where it is not known. */
  charge: string | null
  /** When the data of an ended subscription goes. */
  deletion: Date | null
  /** Of a smaller plan that waits. */
  accounts: { staying: readonly NamedAccount[]; leaving: readonly NamedAccount[] }
}

type NamedAccount = { accountId: string; accountName: string }

/** The mail of a notice; dates are days in Madrid. */
export function letterOf(kind: Notice['kind'], occasion: Occasion): Letter {
  const { user } = occasion
  return { greeting: `Hola, ${user.name}:`, ...LETTERS[kind](occasion) }
}

const LETTERS: Record<Notice['kind'], (occasion: Occasion) => Omit<Letter, 'greeting'>> = {
  payment_failed: ({ row, origin }) => ({
    subject: 'No hemos podido cobrar tu suscripción a Pujante',
    lead: 'Tu banco ha rechazado el último cobro de la suscripción.',
    paragraphs: [
      'Sigues teniendo acceso a todo.',
      `Paga la factura o cambia la tarjeta antes del ${graceEnd(row)}: a partir de ese día el panel quedará cerrado.`,
    ],
    button: payButton(row, origin),
  }),
  grace_ending: ({ row, origin }) => ({
    subject: 'Tu acceso a Pujante está a punto de cerrarse',
    lead: `Seguimos sin poder cobrar tu suscripción: el ${graceEnd(row)} se cerrará el panel.`,
    paragraphs: ['En cuanto la factura esté pagada, todo seguirá como hasta ahora.'],
    button: payButton(row, origin),
  }),
  access_closed: ({ row, origin }) => ({
    subject: 'Tu acceso a Pujante está cerrado',
    lead: 'No hemos podido cobrar la suscripción y el plazo ha terminado, así que el panel está cerrado.',
    paragraphs: ['Tus datos siguen guardados. Al pagar la factura pendiente se vuelve a abrir.'],
    button: payButton(row, origin),
  }),
  subscription_ended: ({ row, origin, deletion }) => ({
    ...(isHeldLonger(row)
      ? {
          subject: 'Tu acceso a Pujante necesita una suscripción',
          lead: 'El panel se abre ahora solo con una suscripción, y la tuya ha terminado.',
        }
      : {
          subject: 'Tu suscripción a Pujante ha terminado',
          lead: 'Tu suscripción ha terminado y el panel está cerrado.',
        }),
    paragraphs: [
      `Guardamos los datos de tus cuentas ${KEPT_DAYS} días, hasta el ${dayOf(deletion)}. Si te suscribes antes, lo encontrarás todo como estaba.`,
    ],
    button: subscribeButton(origin),
  }),
  deletion_week: ({ row, origin, deletion }) => ({
    subject: 'En 7 días borraremos los datos de tus cuentas',
    lead: `El ${dayOf(deletion)} se cumplen ${KEPT_DAYS} días desde el final de tu ${isHeldLonger(row) ? 'acceso' : 'suscripción'}, y borraremos los datos de tus cuentas publicitarias y las recomendaciones.`,
    paragraphs: ['Si quieres conservarlos, suscríbete antes de ese día.'],
    button: subscribeButton(origin),
  }),
  deletion_day: ({ origin, deletion }) => ({
    subject: 'Mañana borraremos los datos de tus cuentas',
    lead: `El ${dayOf(deletion)} borraremos los datos de tus cuentas publicitarias y las recomendaciones.`,
    paragraphs: ['No se podrán recuperar.', 'Si quieres conservarlos, suscríbete hoy.'],
    button: subscribeButton(origin),
  }),
  card_expiring: ({ row, origin }) => ({
    subject: 'La tarjeta de tu suscripción a Pujante caduca pronto',
    lead: `La tarjeta terminada en ${row.cardLast4} caduca en ${monthOf(row)}.`,
    paragraphs: ['Añade otra para que tu suscripción siga sin cortes.'],
    button: { label: 'Cambiar la tarjeta', url: origin + PAYMENT_METHODS_PATH },
  }),
  trial_ending: ({ row, origin, charge }) => ({
    subject: 'Tu prueba de Pujante está a punto de terminar',
    lead: `El ${dayOf(row.periodEnd)} termina la prueba y se cobrará el primer ${row.interval === 'year' ? 'año' : 'mes'} de tu plan ${planName(row.plan, row.interval)}${charge ? `: ${charge}` : ''}.`,
    paragraphs: ['Si no quieres seguir, cancela antes de ese día y no se cobrará nada.'],
    button: settingsButton(origin),
  }),
  year_renewing: ({ row, origin, charge }) => ({
    subject: `Tu suscripción anual a Pujante se renueva el ${dayOf(row.periodEnd)}`,
    lead: `El ${dayOf(row.periodEnd)} se renueva por otro año tu plan ${planName(row.plan, row.interval)} y se cobra${charge ? `: ${charge}` : ''}.`,
    paragraphs: [
      'Si no quieres otro año, cancela antes de ese día en «Mi suscripción» y no se cobrará nada. También puedes pasar antes a otro plan o a pagar por meses.',
    ],
    button: settingsButton(origin),
  }),
  plan_changed: ({ row, origin }) => ({
    subject: `Tu plan de Pujante es ahora ${planName(row.plan, row.interval)}`,
    lead: `Has cambiado al plan ${planName(row.plan, row.interval)}, que vale desde ahora mismo.`,
    paragraphs: [`El próximo cobro será el ${dayOf(row.periodEnd)}.`],
    button: settingsButton(origin),
  }),
  plan_scheduled: ({ row, origin, accounts: { staying, leaving } }) => ({
    subject: `Tu plan de Pujante pasará a ${planName(row.plan, row.interval)}`,
    lead: `El ${dayOf(row.paidPlanUntil)} tu plan pasará de ${planName(row.paidPlan, row.paidInterval)} a ${planName(row.plan, row.interval)}.`,
    paragraphs: [
      'Hasta entonces conservas el que has pagado.',
      'Puedes anular el cambio mientras tanto.',
      ...(leaving.length > 0
        ? [
            `Las cuentas que no caben se desconectan ese día, y sus datos se guardan ${KEPT_DAYS} días.`,
          ]
        : []),
    ],
    ...(leaving.length > 0 && {
      lists: [accountList('Se quedan', staying), accountList('Se desconectan', leaving)],
    }),
    button: settingsButton(origin),
  }),
  cancellation_scheduled: ({ row, origin }) => ({
    subject: 'Tu suscripción a Pujante está cancelada',
    lead: `Tu suscripción terminará el ${dayOf(cancelledFor(row))}.`,
    paragraphs: [
      renews(row)
        ? `Hasta entonces sigue todo abierto y se sigue cobrando: el próximo cobro será el ${dayOf(row.periodEnd)}.`
        : 'Hasta entonces sigue todo abierto y no se cobrará nada más.',
      `Después guardamos los datos de tus cuentas ${KEPT_DAYS} días. Si cambias de idea, reactívala antes.`,
    ],
    button: settingsButton(origin),
  }),
  cancellation_dropped: ({ row, origin }) => ({
    subject: 'Tu suscripción a Pujante sigue activa',
    lead: `Has anulado la cancelación: el próximo cobro será el ${dayOf(row.periodEnd)}.`,
    paragraphs: [],
    button: settingsButton(origin),
  }),
  recovered: ({ row, origin }) => ({
    subject: 'Tu pago a Pujante ha llegado',
    lead: 'La factura pendiente está pagada y tienes acceso a todo.',
    paragraphs: [`El próximo cobro será el ${dayOf(row.periodEnd)}.`],
    button: settingsButton(origin),
  }),
}

export function doublePaymentLetter(name: string): Letter {
  return {
    subject: 'Te hemos devuelto un pago doble',
    greeting: `Hola, ${name}:`,
    lead: 'Has pagado la suscripción dos veces: te hemos devuelto la segunda.',
    paragraphs: [
      'Hemos anulado la segunda y devuelto su importe a la misma tarjeta.',
      'La primera sigue activa. El banco puede tardar unos días en mostrar la devolución.',
    ],
    button: { label: 'Ver mis facturas', url: PAYMENT_METHODS_PATH },
  }
}

export function accountsDisconnectedLetter(
  name: string,
  planName: string,
  accounts: readonly NamedAccount[],
): Letter {
  const count = plural(accounts.length, 'cuenta', 'cuentas')
  return {
    subject: `Hemos desconectado ${count} por tu cambio de plan`,
    greeting: `Hola, ${name}:`,
    lead: `Tu plan es ahora ${planName}, y tenías más cuentas de las que incluye.`,
    paragraphs: [
      `Sus datos se guardan ${KEPT_DAYS} días: si amplías el plan y las conectas de nuevo, los encontrarás.`,
    ],
    lists: [accountList('Hemos desconectado', accounts)],
    button: { label: 'Ver mis cuentas', url: '/dashboard/accounts' },
  }
}

const MOST_NAMED = 25

/** Of two accounts of one name the number tells which is meant. */
function accountList(title: string, accounts: readonly NamedAccount[]): LetterList {
  const items = accounts.slice(0, MOST_NAMED).map(({ accountId, accountName }) => ({
    text: accountName,
    detail: customerIdText(accountId),
  }))
  const more = accounts.length - items.length
  return { title, items, ...(more > 0 && { rest: `Y ${more} más.` }) }
}

function payButton(row: BillingRow, origin: string) {
  return { label: 'Pagar la factura', url: row.payUrl ?? origin + SUBSCRIPTION_SETTINGS_PATH }
}

function settingsButton(origin: string) {
  return { label: 'Ver mi suscripción', url: origin + SUBSCRIPTION_SETTINGS_PATH }
}

function planName(plan: BillingRow['plan'], interval: Interval | null): string {
  return plan ? planText(plan, interval) : ''
}

/** It was an administrator's word that ended last. */
function isHeldLonger(row: BillingRow): boolean {
  return endOf(row) !== row.endedAt
}

function subscribeButton(origin: string) {
  return { label: 'Volver a suscribirme', url: `${origin}/subscribe` }
}

function dayOf(instant: Date | null): string {
  return instant ? longDay(dayInZone(instant, 'Europe/Madrid')) : ''
}

function graceEnd({ pastDueSince }: BillingRow): string {
  return dayOf(pastDueSince && addDaysTo(pastDueSince, GRACE_DAYS))
}

function monthOf({ cardExpiryMonth, cardExpiryYear }: BillingRow): string {
  return `${String(cardExpiryMonth).padStart(2, '0')}/${cardExpiryYear}`
}
