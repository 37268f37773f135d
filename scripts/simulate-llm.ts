// A language model on loopback, to try the texts out without a key: node scripts/simulate-llm.ts [behaviour]
import { BEHAVIOURS } from '../simulators/llm/behaviours.ts'
import { startLlmSimulator } from '../simulators/llm/server.ts'

const wanted = process.argv[2] ?? 'honest'
const behaviour = BEHAVIOURS.find((name) => name === wanted)
if (!behaviour) {
  console.error(`No existe ${wanted}. Hay: ${BEHAVIOURS.join(', ')}`)
  process.exit(1)
}
const { url } = await startLlmSimulator({ behaviour })
console.log('En otra consola:')
console.log(`LLM_PROVIDER=openai-compatible LLM_BASE_URL=${url} LLM_MODEL=simulador npm start`)
