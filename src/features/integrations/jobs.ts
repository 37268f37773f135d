import { handle, type JobHandler } from '#platform/jobs.ts'
import { deliverMessage } from './actions/send-message.ts'
import { sendWebhookMessage } from './contract.ts'

export const integrationJobs: readonly JobHandler[] = [handle(sendWebhookMessage, deliverMessage)]
