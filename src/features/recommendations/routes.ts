import { type Mount, serve } from '#platform/http.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { mountWayOut } from '#platform/way-out-routes.ts'
import { applyInHalves } from './actions/apply-in-halves.ts'
import { applyRecommendation } from './actions/apply-recommendation.ts'
import { applySeveral } from './actions/apply-several.ts'
import { cancelSecondHalf } from './actions/cancel-second-half.ts'
import { decideExperiment } from './actions/decide-experiment.ts'
import { dismissRecommendation } from './actions/dismiss-recommendation.ts'
import { endVerdictMail, setVerdictMail } from './actions/mail-verdicts.ts'
import { makeSecondHalf } from './actions/make-second-half.ts'
import { dismissSeveral, restoreRecommendations, snoozeRecommendations } from './actions/put-off.ts'
import { setGoals } from './actions/set-goals.ts'
import { setLimits } from './actions/set-limits.ts'
import { setValues, undoValue } from './actions/set-values.ts'
import { settleLeftOpen } from './actions/settle-application.ts'
import { tryInExperiment } from './actions/try-in-experiment.ts'
import { undoRecommendation } from './actions/undo-recommendation.ts'
import { getCalibration } from './contract/calibration.ts'
import * as changes from './contract/changes.ts'
import * as experiment from './contract/experiment.ts'
import * as goals from './contract/goals.ts'
import * as inbox from './contract/inbox.ts'
import * as contract from './contract/recommendations.ts'
import { getResults } from './contract/results.ts'
import { getTermDays } from './contract/term-days.ts'
import * as values from './contract/values.ts'
import * as verdictMail from './contract/verdict-mail.ts'
import { STATUS_WORDS } from './contract/wire-words.ts'
import { listApplied } from './queries/applied.ts'
import { readCalibration } from './queries/calibration.ts'
import { getGoals } from './queries/goals.ts'
import { readEvidence, readInbox } from './queries/inbox.ts'
import { getLimits } from './queries/limits.ts'
import { previewChange } from './queries/preview-change.ts'
import { readPromise } from './queries/promise.ts'
import { getSilence, listAll, listPending } from './queries/recommendations.ts'
import { readResults } from './queries/results.ts'
import { planOfSeveral } from './queries/several.ts'
import { readTermDays } from './queries/term-days.ts'
import { getValues } from './queries/values.ts'
import { getVerdictMail } from './queries/verdict-mail.ts'
import {
  goalsFromWire,
  goalsOnWire,
  placeFromWire,
  valuesFromWire,
  valuesOnWire,
} from './rules/goals-on-wire.ts'
import * as wire from './rules/on-wire.ts'
import { calibrationOnWire, resultsOnWire } from './rules/results-on-wire.ts'

export function mountRecommendations(mount: Mount): void {
  mountLists(mount)
  mountInbox(mount)
  mountChanges(mount)
  mountGoals(mount)
  mountLimits(mount)
}

function mountLists(mount: Mount): void {
  serve(mount, contract.listAllRecommendations, async (ctx) =>
    (await listAll(ctx)).map(wire.ownedOnWire),
  )
  serve(mount, contract.listRecommendations, async (ctx, input) =>
    (await listPending(ctx, input.customerId)).map(wire.recommendationOnWire),
  )
  serve(mount, contract.listAppliedRecommendations, async (ctx, input) =>
    (await listApplied(ctx, input.customerId)).map(wire.historyOnWire),
  )
  serve(mount, contract.getSilence, (ctx, input) => getSilence(ctx, input.customerId))
  serve(mount, getCalibration, async (ctx, input) =>
    calibrationOnWire(await readCalibration(ctx, input.customerId)),
  )
  serve(mount, getResults, async (ctx, input) =>
    resultsOnWire(await readResults(ctx, input.periodo)),
  )
}

function mountInbox(mount: Mount): void {
  serve(mount, inbox.getInbox, async (ctx) => wire.inboxOnWire(await readInbox(ctx)))
  serve(mount, inbox.getEvidence, async (ctx, input) =>
    wire.recommendationOnWire(await readEvidence(ctx, input.id)),
  )
  serve(mount, getTermDays, (ctx, { id }) => readTermDays(ctx, id))
  serve(mount, inbox.snoozeRecommendations, (ctx, { ids, dias }) =>
    snoozeRecommendations(ctx, { ids, days: dias }),
  )
  serve(mount, inbox.dismissSeveral, (ctx, input) => dismissSeveral(ctx, input.ids))
  serve(mount, inbox.restoreRecommendations, (ctx, input) => restoreRecommendations(ctx, input.ids))
}

function mountChanges(mount: Mount): void {
  // Google is asked each time, of the operations that all share.
  const previews = limitRate({ name: 'previews', max: 30, perMs: 60_000 })
  serve(mount, changes.previewChange, async (ctx, input) => {
    await previews.count(ctx, ctx.caller.userId)
    return wire.previewOnWire(await previewChange(ctx, input.id))
  })
  serve(mount, changes.getPromise, (ctx, input) => readPromise(ctx, input.id))
  serve(mount, changes.totalOfSeveral, (ctx, { ids }) => planOfSeveral(ctx, ids))
  serve(mount, changes.applyRecommendation, async (ctx, input) => {
    const { id, enExperimento: isTried, enMitades: isHalved, visto: seen = null } = input
    const apply = isTried ? tryInExperiment : isHalved ? applyInHalves : applyRecommendation
    await settleLeftOpen(ctx, id)
    return wire.outcomeOnWire(
      await apply(ctx, id, { seen, assumption: wire.assumptionFromWire(input) }),
    )
  })
  serve(mount, experiment.promoteExperiment, async (ctx, { id }) => {
    await settleLeftOpen(ctx, id)
    return await decideExperiment(ctx, id, 'promote')
  })
  serve(mount, experiment.endExperiment, async (ctx, { id }) => {
    await settleLeftOpen(ctx, id)
    return await decideExperiment(ctx, id, 'end')
  })
  serve(mount, changes.applySeveral, async (ctx, input) =>
    wire.severalOnWire(await applySeveral(ctx, input.ids)),
  )
  serve(mount, changes.undoRecommendation, async (ctx, { id }) => {
    await settleLeftOpen(ctx, id)
    return wire.outcomeOnWire(await undoRecommendation(ctx, id))
  })
  serve(mount, changes.makeSecondHalf, async (ctx, { id }) => {
    await settleLeftOpen(ctx, id)
    return wire.outcomeOnWire(await makeSecondHalf(ctx, id))
  })
  serve(mount, changes.cancelSecondHalf, (ctx, input) => cancelSecondHalf(ctx, input.id))
  serve(mount, changes.dismissRecommendation, async (ctx, { id, motivo }) => {
    await dismissRecommendation(ctx, { id, reason: motivo })
    return { id, estado: STATUS_WORDS.dismissed }
  })
}

function mountGoals(mount: Mount): void {
  serve(mount, goals.getGoals, async (ctx, input) =>
    goalsOnWire(await getGoals(ctx, input.customerId)),
  )
  serve(mount, goals.setGoals, async (ctx, input) =>
    goalsOnWire(await setGoals(ctx, input.customerId, goalsFromWire(input))),
  )
  serve(mount, values.getValues, async (ctx, input) =>
    valuesOnWire(await getValues(ctx, input.customerId)),
  )
  serve(mount, values.setValues, async (ctx, input) =>
    valuesOnWire(await setValues(ctx, input.customerId, valuesFromWire(input))),
  )
  serve(mount, values.undoValue, async (ctx, input) =>
    valuesOnWire(await undoValue(ctx, input.customerId, placeFromWire(input))),
  )
}

function mountLimits(mount: Mount): void {
  serve(mount, verdictMail.getVerdictMail, (ctx) => getVerdictMail(ctx))
  serve(mount, verdictMail.setVerdictMail, (ctx, input) => setVerdictMail(ctx, input))
  mountWayOut(mount, verdictMail.endVerdictMail, verdictMail.END_VERDICT_MAIL_PATH, endVerdictMail)
  serve(mount, changes.getLimits, async (ctx, input) =>
    wire.limitsOnWire(await getLimits(ctx, input.customerId)),
  )
  serve(mount, changes.setReadOnly, async (ctx, { customerId, soloLectura }) =>
    wire.limitsOnWire(await setLimits(ctx, customerId, { isReadOnly: soloLectura })),
  )
  serve(mount, changes.setDailyChanges, async (ctx, { customerId, cambiosPorDia }) =>
    wire.limitsOnWire(await setLimits(ctx, customerId, { dailyChanges: cambiosPorDia })),
  )
}
