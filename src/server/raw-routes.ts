import * as z from 'zod/mini'
import { OAUTH_CALLBACK_PATH, OAUTH_START_PATH } from '#features/accounts/contract.ts'
import { INVOICE_PDF_PATH } from '#features/billing/contract/payments.ts'
import { STRIPE_WEBHOOK_PATH } from '#features/billing/contract/subscription.ts'
import { COPY_PATH } from '#features/data-rights/contract.ts'
import { IMPORT_PATH } from '#features/import/contract.ts'
import { SHEET_CSV_PATH } from '#features/integrations/contract.ts'
import {
  LOGO_PATH,
  REPORT_PDF_PATH,
  REPORT_XLSX_PATH,
  ReportQuery,
  runPdfPath,
} from '#features/reports/contract/endpoints.ts'
import { FollowSync, syncProgressPath } from '#features/sync/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { Nothing } from '#shared/wire.ts'

/** A route that answers otherwise than with JSON of a contract, as the API document tells of it. */
export type RawRoute = Omit<Endpoint<z.ZodMiniType, z.ZodMiniType>, 'reply'> & {
  /** Of the reply; null: the browser is sent elsewhere. */
  mediaType: string | null
  /** Of the body, where there is one. */
  bodyType?: string
}

const get = (path: string, more: Omit<RawRoute, 'method' | 'path'>): RawRoute => ({
  method: 'GET',
  path,
  ...more,
})
const id = (name: string) => z.object({ [name]: z.string() })
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const RAW_ROUTES: readonly RawRoute[] = [
  get(syncProgressPath(':customerId'), {
    access: 'subscriber',
    permission: 'see',
    summary: 'Progress of a sync as server-sent events, until it rests',
    input: FollowSync,
    mediaType: 'text/event-stream',
  }),
  get(OAUTH_START_PATH, {
    access: 'subscriber',
    permission: 'connect',
    summary: 'Opens Google’s consent page',
    input: z.object({ next: z.optional(z.string()) }),
    mediaType: null,
  }),
  get(OAUTH_CALLBACK_PATH, {
    access: 'subscriber',
    permission: 'connect',
    summary: 'Where Google’s consent page leads back to',
    input: z.object({
      code: z.optional(z.string()),
      state: z.optional(z.string()),
      error: z.optional(z.string()),
    }),
    mediaType: null,
  }),
  get(COPY_PATH, {
    access: 'user',
    permission: 'self',
    summary: 'The copy of one’s data that this session has opened within the hour',
    input: Nothing,
    mediaType: 'application/zip',
  }),
  {
    method: 'POST',
    path: IMPORT_PATH,
    access: 'subscriber',
    permission: 'connect',
    summary: 'Makes or fills an account from downloaded reports',
    input: z.object({ file: z.string(), answers: z.optional(z.string()) }),
    mediaType: 'application/json',
    bodyType: 'multipart/form-data',
  },
  get(REPORT_PDF_PATH, {
    access: 'subscriber',
    permission: 'see_all',
    summary: 'A report as PDF',
    input: ReportQuery,
    mediaType: 'application/pdf',
  }),
  get(REPORT_XLSX_PATH, {
    access: 'subscriber',
    permission: 'see_all',
    summary: 'A report as a workbook',
    input: ReportQuery,
    mediaType: XLSX,
  }),
  get(runPdfPath(':runId'), {
    access: 'subscriber',
    permission: 'see_all',
    summary: 'A report that was mailed, as PDF',
    input: id('runId'),
    mediaType: 'application/pdf',
  }),
  get(LOGO_PATH, {
    access: 'subscriber',
    permission: 'see_all',
    summary: 'The logo on reports',
    input: Nothing,
    mediaType: 'image/png',
  }),
  get(INVOICE_PDF_PATH, {
    access: 'user',
    permission: 'money',
    summary: 'Leads to an invoice, or a credit note, at Stripe',
    input: id('invoiceId'),
    mediaType: null,
  }),
  get(SHEET_CSV_PATH, {
    access: 'public',
    permission: 'self',
    summary: 'Campaigns by day, for a spreadsheet that brings its secret',
    input: z.object({ token: z.string(), locale: z.optional(z.enum(['en', 'es'])) }),
    mediaType: 'text/csv',
  }),
  {
    method: 'POST',
    path: STRIPE_WEBHOOK_PATH,
    access: 'public',
    permission: 'self',
    summary: 'Events of Stripe, signed by it',
    input: z.object({ id: z.string(), type: z.string() }),
    mediaType: 'application/json',
  },
  get('/api/openapi.json', {
    access: 'public',
    permission: 'self',
    summary: 'This document',
    input: Nothing,
    mediaType: 'application/json',
  }),
  get('/api/docs', {
    access: 'public',
    permission: 'self',
    summary: 'The same as a page',
    input: Nothing,
    mediaType: 'text/html',
  }),
  get('/api/docs.css', {
    access: 'public',
    permission: 'self',
    summary: 'How that page looks',
    input: Nothing,
    mediaType: 'text/css',
  }),
  get('/metrics', {
    access: 'public',
    permission: 'self',
    summary: 'Figures for Prometheus; with METRICS_TOKEN as bearer',
    input: Nothing,
    mediaType: 'text/plain',
  }),
]
