import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { Experiment } from './changes.ts'

/** Apart from the others, which the first view downloads. */
const Id = z.uuid('No existe esa recomendación.')

export const promoteExperiment = endpoint('POST /api/recomendaciones/:id/experimento/promocion', {
  access: 'subscriber',
  permission: 'edit',
  scope: 'recomendaciones:aplicar',
  summary:
    'What was tried in the experiment holds for the whole campaign; logged and with a way back',
  input: z.object({ id: Id }),
  reply: Experiment,
})

export const endExperiment = endpoint('DELETE /api/recomendaciones/:id/experimento', {
  access: 'subscriber',
  permission: 'edit',
  scope: 'recomendaciones:aplicar',
  summary: 'Ends the experiment; the campaign goes on as it was',
  input: z.object({ id: Id }),
  reply: Experiment,
})
