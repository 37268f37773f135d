import { letOthersAsk } from '#platform/job-queue.ts'
import { handle, type JobHandler } from '#platform/jobs.ts'
import { analyseAccount } from './actions/analyse-account.ts'
import { applySecondHalf, enqueueSecondHalves } from './actions/apply-second-half.ts'
import { sendVerdicts } from './actions/mail-verdicts.ts'
import { measureApplications } from './actions/measure-applications.ts'
import { noticeExperiments } from './actions/measure-experiment.ts'
import * as contract from './contract/recommendations.ts'
import { mailVerdicts } from './contract/verdict-mail.ts'

export const recommendationJobs: readonly JobHandler[] = [
  handle(contract.analyseAccount, async (ctx, { customerId }, job) => {
    await letOthersAsk(ctx, job.id)
    await analyseAccount(ctx, customerId)
    await measureApplications(ctx, customerId)
    await noticeExperiments(ctx, customerId)
    await enqueueSecondHalves(ctx, customerId)
  }),
  handle(contract.applySecondHalf, applySecondHalf),
  handle(mailVerdicts, sendVerdicts),
]
