import { accountCreatedLetter } from '#features/admin/emails.ts'
import * as auth from '#features/auth/emails.ts'
import {
  accountsDisconnectedLetter,
  doublePaymentLetter,
  letterOf,
} from '#features/billing/emails/notices.ts'
import { membersSuspendedLetter, suspendedLetter } from '#features/billing/emails/seats.ts'
import type { BillingRow } from '#features/billing/rules/access.ts'
import * as rights from '#features/data-rights/emails.ts'
import { newKeyLetter } from '#features/integrations/emails.ts'
import { type Fallen, verdictsLetter } from '#features/recommendations/emails.ts'
import * as reports from '#features/reports/emails.ts'
import * as factor from '#features/second-factor/emails.ts'
import * as settings from '#features/settings/emails.ts'
import * as support from '#features/support/emails.ts'
import * as teams from '#features/teams/emails.ts'
import { morningLetter } from '#features/watch/emails.ts'
import { lostGrantLetter } from '#platform/google-ads/lost-grant-letter.ts'
import type { Letter } from '#platform/mail/letter.ts'

/** 200 characters, as long as Google lets a name be, with signs that markup must escape. */
export const LONG_NAME = 'Zapatería & complementos <de la Fuente> e hijos, S. L. U. '
  .repeat(4)
  .slice(0, 200)
const URL = 'https://pujante.test/una/direccion?con=algo&mas=cosas'
const ANA = 'Ana María de los Ángeles Fernández-Villaverde'
const BRAND = { name: 'Agencia Faro', color: '#7a1fa2' }

const row = {
  plan: 'premium',
  interval: 'month',
  paidPlan: 'enterprise',
  paidInterval: 'year',
  paidPlanUntil: new Date('2026-12-31T10:00:00Z'),
  periodEnd: new Date('2026-12-26T10:00:00Z'),
  pastDueSince: new Date('2026-11-20T10:00:00Z'),
  payUrl: null,
  cardLast4: '4242',
  cardExpiryMonth: 12,
  cardExpiryYear: 2026,
} as BillingRow

const ACCOUNTS = [LONG_NAME, 'Bar', 'Hotel'].map((accountName, i) => ({
  accountId: `481516234${i}`,
  accountName,
}))

const NOTICES = [
  'payment_failed',
  'grace_ending',
  'access_closed',
  'subscription_ended',
  'deletion_week',
  'deletion_day',
  'card_expiring',
  'trial_ending',
  'year_renewing',
  'plan_changed',
  'plan_scheduled',
  'cancellation_scheduled',
  'cancellation_dropped',
  'recovered',
] as const

const fallen = (
  verdict: Fallen['measured']['verdict'],
  range: { estimate: number; low: number; high: number } | null,
) =>
  ({
    title: `Excluye 18 búsquedas de «${LONG_NAME}»`,
    measured: {
      verdict,
      kpi: { label: 'Coste', change: { estimate: 0, low: -0.1, high: 0.1 } },
      monthlyMicros: range,
      note: null,
    },
    waits: false,
    trialEndsOn: null,
    isByHand: false,
  }) as Fallen

const line = {
  text: `Conversiones −31 % en «${LONG_NAME}»`,
  detail: 'Sobre todo, menos impresiones. De 1.030 € a 1.583 € y de 6.410 MXN a 14.831 MXN al mes.',
}

const verdicts = (results: Fallen[], currencyCode = 'EUR') =>
  verdictsLetter({
    ...{ userName: ANA, url: URL, wayOutUrl: URL },
    accounts: [{ mayDecide: true, accountName: LONG_NAME, currencyCode, fallen: results }],
  })

const morning = (alerts: number, decisions: number) =>
  morningLetter({
    userName: ANA,
    lines: {
      alerts: Array(alerts).fill(line),
      moreAlerts: 0,
      decisions: Array(decisions).fill(line),
      moreDecisions: decisions,
    },
    url: URL,
    wayOutUrl: URL,
  })

const report = (lines: string[], brand: typeof BRAND & { hasLogo?: boolean } = BRAND) =>
  reports.reportLetter({
    brand,
    scheduleName: LONG_NAME.slice(0, 80),
    from: '2026-11-16',
    to: '2026-11-22',
    lines,
    unsubscribeUrl: URL,
    endsAll: true,
  })

const E = 1_000_000
const WON = { estimate: 640 * E, low: 120 * E, high: 1_180 * E }
const LOST = { estimate: -90 * E, low: -150 * E, high: -12.5 * E }

const MADE = { keys: [LONG_NAME], sheets: ['Campañas por día'], webhooks: ['hooks.slack.com'] }

/** Each letter that the product writes, with long names, no figures and several currencies where it has any. */
export const SAMPLE_LETTERS: Record<string, Letter> = {
  registration: auth.registrationLetter(URL),
  'already registered': auth.alreadyRegisteredLetter(ANA, URL),
  recovery: auth.recoveryLetter(ANA, URL),
  'reset by an administrator': auth.resetByAdministratorLetter(ANA, URL),
  'password reset': auth.passwordResetLetter(ANA, URL, MADE),
  'ended by recovery': auth.endedByRecoveryLetter(ANA, { name: LONG_NAME }, MADE),
  'password changed': settings.passwordChangedLetter(ANA, URL, MADE),
  'confirm address': settings.confirmEmailLetter(ANA, URL),
  'address taken': settings.addressTakenLetter(),
  'address asked': settings.emailChangeAskedLetter(ANA, `${'larga'.repeat(12)}@ejemplo.test`),
  'address changed': settings.emailChangedLetter(ANA, 'nueva@ejemplo.test'),
  'factor added': factor.factorAddedLetter(ANA, 'una llave de acceso'),
  'factor removed': factor.factorRemovedLetter(ANA, 'una llave de acceso', true),
  'factors lost': factor.lostFactorsLetter(ANA),
  'code used': factor.recoveryCodeUsedLetter(ANA, 1),
  'codes renewed': factor.recoveryCodesRenewedLetter(ANA),
  'codes guessed': factor.codesGuessedLetter(ANA),
  'account created': accountCreatedLetter(ANA, { logIn: URL, recover: URL }),
  'copy ready': rights.copyReadyLetter(ANA, URL),
  'copy failed': rights.copyFailedLetter(ANA, URL),
  'erasure asked': rights.erasureAskedLetter(ANA, '10 dic 2026', URL),
  'erasure held': rights.erasureHeldLetter(ANA, 'team'),
  erased: rights.erasedLetter(ANA),
  answer: support.answerLetter({ name: ANA, origin: 'https://pujante.test' }, 'Sí.\nMañana.'),
  question: support.questionLetter(
    {
      name: ANA,
      email: 'a@x.es',
      owner: null,
      planName: 'Premium',
      promisedHours: 4,
      origin: 'https://x.es',
    },
    LONG_NAME,
  ),
  contact: support.contactLetter({ name: ANA, email: 'a@x.es', text: LONG_NAME }),
  invitation: teams.invitationLetter(LONG_NAME.slice(0, 60), 'manager', URL),
  joined: teams.joinedLetter(ANA, 'b@x.es', 'manager'),
  removed: teams.removedLetter(ANA, LONG_NAME),
  'made by who is out': teams.endedLetter(ANA, LONG_NAME, {
    ...MADE,
    ...{ taken: ['a@x.es'], addresses: ['b@x.es'], schedules: [LONG_NAME] },
  }),
  'new key': newKeyLetter(ANA, {
    ...{ name: LONG_NAME, scopes: ['metricas:leer'], maker: 'Luis' },
    expiresAt: new Date('2027-11-20T10:00:00Z'),
  }),
  'handover offered': teams.handoverOfferLetter(ANA, LONG_NAME, URL),
  'handover asked': teams.handoverAskedLetter(ANA, 'b@x.es', URL),
  'handed over': teams.handedOverLetter(ANA, { heir: 'b@x.es', hasMorningMail: true }),
  'owner now': teams.ownerNowLetter(ANA, { before: 'b@x.es', url: URL, hasMorningMail: true }),
  'paid twice': doublePaymentLetter(ANA),
  'accounts disconnected': accountsDisconnectedLetter(ANA, 'Básico', ACCOUNTS),
  'grant lost': lostGrantLetter({ userName: ANA, googleEmail: 'ana@gmail.test' }, ACCOUNTS),
  'members waiting': membersSuspendedLetter(ANA, 'Básico', [ANA, 'Luis']),
  'member waits': suspendedLetter(ANA, LONG_NAME),
  'confirm recipient': reports.confirmRecipientLetter(ANA, BRAND, URL),
  'report of one': report(['Zapatería: 1.234,50 € y 35 conversiones.']),
  'report of three': report(
    [
      `${LONG_NAME}: 1.234,50 € y 35 conversiones.`,
      'Nubia: 12.400,00 MXN y ninguna conversión.',
      'Bar: sin datos.',
    ],
    { ...BRAND, hasLogo: true },
  ),
  'schedule stopped': reports.stoppedLetter({
    userName: ANA,
    name: LONG_NAME.slice(0, 80),
    reason: 'accounts',
  }),
  'report not made': reports.notMadeLetter({
    userName: ANA,
    name: LONG_NAME.slice(0, 80),
    nextRunAt: new Date('2026-11-30T07:00:00Z'),
  }),
  'report not delivered': reports.notDeliveredLetter({
    userName: ANA,
    name: LONG_NAME.slice(0, 80),
    problem: 'El correo se rechazó: ana@tienda.test, luis@tienda.test.',
  }),
  'results, won and lost': verdicts([
    fallen('worsened', LOST),
    fallen('improved', WON),
    fallen('inconclusive', null),
    fallen('unchanged', { estimate: 2 * E, low: -9 * E, high: 12 * E }),
  ]),
  'results, none with an amount': verdicts([fallen('inconclusive', null)]),
  'results in COP': verdicts(
    [fallen('improved', { estimate: 12e12, low: 2e12, high: 98e12 })],
    'COP',
  ),
  'results of two accounts': verdictsLetter({
    ...{ userName: ANA, url: URL, wayOutUrl: URL },
    accounts: [LONG_NAME, 'Bar'].map((accountName) => ({
      ...{ mayDecide: true, accountName, currencyCode: 'EUR' },
      fallen: [fallen('worsened', LOST), fallen('improved', WON)],
    })),
  }),
  morning: morning(2, 5),
  'morning, alerts alone': morning(1, 0),
  ...Object.fromEntries(
    NOTICES.map((kind) => [
      kind.replace('_', ' '),
      letterOf(kind, {
        user: { name: ANA },
        row,
        origin: 'https://pujante.test',
        deletion: new Date('2027-01-10T10:00:00Z'),
        charge: '290,00 €, IVA incluido',
        accounts: { staying: ACCOUNTS.slice(0, 2), leaving: ACCOUNTS.slice(2) },
      }),
    ]),
  ),
}
