import { askLlm } from '#platform/llm.ts'
import type { TracedText } from '../contract/endpoints.ts'
import { answerPlainly, understand } from '../queries/answer-plainly.ts'
import type { Asking } from '../queries/asking.ts'
import { readThings } from '../queries/known-account.ts'
import { dataForModel, HOUSE_RULES } from '../rules/model-texts.ts'
import { answerText, type PlainAnswer, without } from '../rules/plain-answer.ts'
import { numbered, tracedText } from '../rules/traced-text.ts'
import { wordingFaults } from '../rules/wording-faults.ts'
import { whyTemplate } from './why-template.ts'

const TASK =
  'Redacta la RESPUESTA a la PREGUNTA en pocas frases naturales. El ALCANCE ya está escrito encima: no lo repitas ni lo cambies. Di todas las cifras de la RESPUESTA, en el mismo orden y junto a los mismos nombres, y ninguna otra.'

/** By rules; what they cannot answer they say. */
export async function getAnswer(asking: Asking, question: string): Promise<TracedText> {
  return plainText(asking, await plainAnswerTo(asking, question))
}

/**
 * The same answer in the words of the language model: it is handed what the rules have read and worked out, and what the
 * answer is about and what it leaves out stay as they are. `getAnswer` where its words say something else.
 */
export async function askQuestion(asking: Asking, question: string): Promise<TracedText> {
  const answer = await plainAnswerTo(asking, question)
  // What was not understood, ordered or is not known needs no wording, and leaves nothing to make up.
  if (answer.tables.length === 0) return plainText(asking, answer)
  const { scope, body } = answer
  const tables = numbered(answer.tables)
  const result = await askLlm<string>(asking.ctx, {
    purpose: 'answer',
    instructions: `${HOUSE_RULES}\n\n${TASK}`,
    prompt: dataForModel({ pregunta: question, alcance: scope.trim(), respuesta: body }),
    faultsOf: async (wording) => {
      const names = await readThings(asking, wording)
      return wordingFaults(wording, {
        answer,
        tables,
        question,
        today: asking.today,
        names: names.map(({ called, name }) => called ?? name),
      })
    },
  })
  if (!result.ok)
    return { ...plainText(asking, answer), notice: whyTemplate(asking.ctx, result.reason) }
  const text = answerText({ ...answer, body: result.answer })
  const { currencyCode } = asking.account
  return tracedText({ currencyCode, text, tables, source: 'llm', notice: null })
}

async function plainAnswerTo(asking: Asking, question: string): Promise<PlainAnswer> {
  const reading = await understand(asking, question)
  if ('refusal' in reading) return without(reading.refusal.text)
  return await answerPlainly(asking, reading.question)
}

function plainText({ account }: Asking, answer: PlainAnswer): TracedText {
  return tracedText({
    currencyCode: account.currencyCode,
    source: 'template',
    notice: null,
    text: answerText(answer),
    tables: numbered(answer.tables),
  })
}
