import { handle, type JobHandler } from '#platform/jobs.ts'
import { giveCustomerEmail } from './actions/customer-email.ts'
import { bookCreditNote, bookPaidInvoice, sendFromOutbox } from './actions/outbox.ts'
import { settleShutOutOf } from './actions/shut-out.ts'
import { syncFromStripe } from './actions/sync-from-stripe.ts'
import {
  bookInvoice,
  bookNote,
  passOnEmail,
  reconcileBilling,
  sendInvoice,
  settleShutOut,
  syncBilling,
} from './contract/subscription.ts'

export const billingJobs: readonly JobHandler[] = [
  handle(syncBilling, syncFromStripe),
  handle(reconcileBilling, syncFromStripe),
  handle(settleShutOut, settleShutOutOf),
  handle(passOnEmail, giveCustomerEmail),
  handle(sendInvoice, sendFromOutbox),
  handle(bookNote, bookCreditNote),
  handle(bookInvoice, bookPaidInvoice),
]
