import { randomUUID } from 'node:crypto'
import type { Owner } from './access-owner.ts'

/** Valid input where a route wants any; `admin` acts on the owner. */
export const INPUTS: Record<string, (owner: Owner) => object> = {
  'POST /api/auth/login': () => ({ email: 'nadie@matriz.test', password: 'x' }),
  'POST /api/auth/register-start': () => ({ email: `${randomUUID()}@matriz.test` }),
  'GET /api/auth/verify-token': () => ({ email: 'nadie@matriz.test', token: 'x' }),
  'POST /api/auth/forgot-password': () => ({ email: `${randomUUID()}@matriz.test` }),
  'POST /api/auth/second-step/code': () => ({ token: 'x', code: '123456' }),
  'POST /api/auth/passkey': () => PASSKEY,
  'POST /api/auth/confirm/passkey': () => PASSKEY,
  'POST /api/team/invitations': () => ({ email: `${randomUUID()}@matriz.test`, role: 'viewer' }),
  'PUT /api/team/members/{memberId}': () => ({ role: 'viewer' }),
  'POST /api/team/handover': () => ({ memberId: randomUUID() }),
  'POST /api/team/work-in': () => ({ ownerId: null }),
  'POST /api/team/invitations/read': () => ({ token: 'x' }),
  'POST /api/team/invitations/accept': () => ({ token: 'x' }),
  'POST /api/data/copy/open': () => ({ token: 'x' }),
  'PUT /api/auth/second-factor/app': () => ({ code: '123456' }),
  'POST /api/auth/second-factor/passkeys': () => ({ ...PASSKEY, name: 'Llave' }),
  'PUT /api/auth/profile': () => ({ name: 'Nadie', email: 'otra@matriz.test' }),
  'PUT /api/admin/users/{id}/status': () => ({ status: true }),
  'PUT /api/admin/users/{id}/role': () => ({ role: 'user' }),
  'POST /api/admin/reset-password': (owner) => ({ email: owner.email }),
  'POST /api/admin/users': () => ({
    name: 'Nadie',
    email: `${randomUUID()}@matriz.test`,
    phone: '600000000',
    password: 'farol-de-la-matriz',
  }),
  'PUT /api/admin/settings': () => ({
    supportEmail: null,
    syncEveryHours: 6,
    signUpOpen: true,
    adminSecondFactor: false,
    keepLogsDays: 365,
  }),
  'POST /api/billing/plan': () => ({ plan: 'premium' }),
  'POST /api/billing/plan/preview': () => ({ plan: 'premium' }),
  'POST /api/support/messages': () => ({ text: 'Hola' }),
  'PUT /api/support/wording': () => ({ text: 'De usted' }),
  'POST /api/admin/support/{userId}/messages': () => ({ text: 'Hola' }),
  'PUT /api/admin/support/{userId}/manager': () => ({ name: 'Lucía Vega' }),
  'PUT /api/billing/tax-details': () => ({ taxId: null }),
  'POST /api/google-ads/connections/{connectionId}/accounts': () => ({ accountIds: ['1'] }),
  'GET /api/google-ads-full-data': (owner) => ({ customerId: owner.googleCustomerId }),
  'GET /api/campaigns/{campaignId}/keywords/preview': newKeyword,
  'POST /api/campaigns/{campaignId}/keywords': newKeyword,
  'GET /api/campaigns/{campaignId}/negative-keywords/preview': newKeyword,
  'POST /api/campaigns/{campaignId}/negative-keywords': newKeyword,
  'POST /api/contact': () => ({
    name: 'Nadie',
    email: `${randomUUID()}@matriz.test`,
    text: 'Hola',
  }),
  'POST /api/vistas': () => ({ name: 'Lo roto', address: '/dashboard?ver=roto' }),
  'POST /api/account-notes/{customerId}': () => ({ day: '2026-11-01', text: 'Rebajas' }),
  'GET /api/assistant/{customerId}/answer': () => ({ question: '¿Cuánto he gastado ayer?' }),
  'POST /api/assistant/{customerId}/answer': () => ({ question: '¿Cuánto he gastado ayer?' }),
  'PUT /api/reports/branding': () => ({ name: 'Agencia', color: '#112233' }),
  'PUT /api/reports/branding/logo': () => ({ base64: LOGO }),
  'POST /api/reports/recipients': () => ({ email: 'cliente@matriz.test' }),
  'POST /api/reports/confirm-recipient': () => ({ token: 'x' }),
  'POST /api/reports/unsubscribe': () => ({ token: 'x' }),
  'POST /api/correo-de-hoy/baja': () => ({ token: 'x' }),
  'POST /api/correo-de-resultados/baja': () => ({ token: 'x' }),
  'POST /api/reports/schedules': newSchedule,
  'PUT /api/reports/schedules/{scheduleId}': newSchedule,
  'PUT /api/reports/schedules/{scheduleId}/paused': () => ({ paused: true }),
  'POST /api/integrations/webhooks': () => ({
    url: 'https://hooks.matriz.test/x',
    topics: ['resultados'],
  }),
  'POST /api/integrations/sheets': (owner) => ({
    name: 'Hoja',
    accountIds: [owner.googleCustomerId],
    days: 7,
  }),
  'POST /api/integrations/keys': () => ({
    name: 'Clave',
    scopes: ['metricas:leer'],
    expiresInDays: null,
  }),
  'GET /api/recomendaciones/total': (owner) => ({ ids: owner.id }),
  'POST /api/recomendaciones/aplicar-varias': (owner) => ({ ids: [owner.id] }),
  'POST /api/recomendaciones/posponer': (owner) => ({ ids: [owner.id], dias: 7 }),
  'POST /api/recomendaciones/descartar-varias': (owner) => ({ ids: [owner.id] }),
  'POST /api/recomendaciones/recuperar': (owner) => ({ ids: [owner.id] }),
  'POST /api/segunda-opinion/{customerId}/{recommendationId}/aplicar': () => ({ visto: '' }),
  'PUT /api/google-accounts/{customerId}/solo-lectura': () => ({ soloLectura: true }),
  'PUT /api/google-accounts/{customerId}/objetivos': () => ({
    cpaObjetivo: null,
    palabrasDeMarca: [],
    palabrasProtegidas: [],
  }),
  'PUT /api/google-accounts/{customerId}/valores': () => ({ cambios: [] }),
  'POST /api/google-accounts/{customerId}/valores/deshacer': () => ({ ambito: 'campana', id: '1' }),
  'PUT /api/google-accounts/{customerId}/ritmo': () => ({ campaignId: null, importe: 1500 }),
  'PUT /api/avisos/vistos': (owner) => ({ ids: [owner.id], visto: true }),
  'PUT /api/correo-de-hoy': () => ({ activo: true }),
  'PUT /api/correo-de-resultados': () => ({ activo: true }),
  'PUT /api/google-accounts/{customerId}/limites': () => ({ cambiosPorDia: 10 }),
}

const PASSKEY = { token: 'x', answer: { id: 'x', response: {} } }
const LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

function newSchedule(owner: Owner) {
  return {
    name: 'Semanal',
    accountIds: [owner.googleCustomerId],
    frequency: 'weekly',
    compare: 'previous',
    toSelf: true,
    recipientIds: [],
  }
}

function newKeyword(owner: Owner) {
  const adGroupId = owner.ids.adGroupId ?? ''
  return { level: 'ad_group', adGroupId, text: 'botas', matchType: 'EXACT' }
}
