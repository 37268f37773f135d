import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { Experiment } from './changes.ts'
import { RecommendationId } from './recommendation-id.ts'

/** Apart from the others, which the first view downloads. */

export const promoteExperiment = endpoint('POST /api/recomendaciones/:id/experimento/promocion', {
  access: 'subscriber',
  permission: 'edit',
  scope: 'recomendaciones:aplicar',
  summary:
    'What was tried in the experiment holds for the whole campaign; logged and with a way back',
  input: z.object({ id: RecommendationId }),
  reply: Experiment,
})

export const endExperiment = endpoint('DELETE /api/recomendaciones/:id/experimento', {
  access: 'subscriber',
  permission: 'edit',
  scope: 'recomendaciones:aplicar',
  summary: 'Ends the experiment; the campaign goes on as it was',
  input: z.object({ id: RecommendationId }),
  reply: Experiment,
})
