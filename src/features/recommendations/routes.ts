import { type Mount, serve } from '#platform/http.ts'
import { applyRecommendation } from './actions/apply-recommendation.ts'
import { applySeveral } from './actions/apply-several.ts'
import { dismissRecommendation } from './actions/dismiss-recommendation.ts'
import { setGoals } from './actions/set-goals.ts'
import { setLimits } from './actions/set-limits.ts'
import { setValues, undoValue } from './actions/set-values.ts'
import { undoRecommendation } from './actions/undo-recommendation.ts'
import { getCalibration } from './contract/calibration.ts'
import * as changes from './contract/changes.ts'
import * as goals from './contract/goals.ts'
import * as contract from './contract/recommendations.ts'
import { getResults } from './contract/results.ts'
import * as values from './contract/values.ts'
import { listApplied } from './queries/applied.ts'
import { readCalibration } from './queries/calibration.ts'
import { getGoals } from './queries/goals.ts'
import { getLimits } from './queries/limits.ts'
import { previewChange } from './queries/preview-change.ts'
import { getSilence, listAll, listPending } from './queries/recommendations.ts'
import { readResults } from './queries/results.ts'
import { totalOfSeveral } from './queries/several.ts'
import { getValues } from './queries/values.ts'

export function mountRecommendations(mount: Mount): void {
  serve(mount, contract.listAllRecommendations, (ctx) => listAll(ctx))
  serve(mount, contract.listRecommendations, (ctx, input) => listPending(ctx, input.customerId))
  serve(mount, contract.listAppliedRecommendations, (ctx, input) =>
    listApplied(ctx, input.customerId),
  )
  serve(mount, contract.getSilence, (ctx, input) => getSilence(ctx, input.customerId))
  serve(mount, getCalibration, (ctx, input) => readCalibration(ctx, input.customerId))
  serve(mount, getResults, (ctx, input) => readResults(ctx, input.periodo))
  serve(mount, changes.previewChange, (ctx, input) => previewChange(ctx, input.id))
  serve(mount, changes.totalOfSeveral, (ctx, input) => totalOfSeveral(ctx, input.ids))
  serve(mount, changes.applyRecommendation, applyRecommendation)
  serve(mount, changes.applySeveral, (ctx, input) => applySeveral(ctx, input.ids))
  serve(mount, changes.undoRecommendation, (ctx, input) => undoRecommendation(ctx, input.id))
  serve(mount, changes.dismissRecommendation, dismissRecommendation)
  serve(mount, goals.getGoals, (ctx, input) => getGoals(ctx, input.customerId))
  serve(mount, goals.setGoals, setGoals)
  serve(mount, values.getValues, (ctx, input) => getValues(ctx, input.customerId))
  serve(mount, values.setValues, setValues)
  serve(mount, values.undoValue, undoValue)
  serve(mount, changes.getLimits, (ctx, input) => getLimits(ctx, input.customerId))
  serve(mount, changes.setReadOnly, (ctx, { customerId, soloLectura }) =>
    setLimits(ctx, customerId, { isReadOnly: soloLectura }),
  )
  serve(mount, changes.setDailyChanges, (ctx, { customerId, cambiosPorDia }) =>
    setLimits(ctx, customerId, { dailyChanges: cambiosPorDia }),
  )
}
