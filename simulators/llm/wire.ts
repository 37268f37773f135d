import { randomUUID } from 'node:crypto'
import type { Turn } from './turn.ts'

/** The two wire shapes: OpenAI's chat completions and Anthropic's messages. */
export type Wire = {
  path: string
  readTurn: (body: Json) => Turn
  writeReply: (text: string, model: string) => Json
}

export type Json = { [key: string]: unknown }

export const OPENAI: Wire = {
  path: '/chat/completions',
  readTurn: (body) => {
    const messages = listOf(body.messages)
    const withRole = (role: string) => messages.filter((message) => message.role === role)
    return {
      system: withRole('system').map(textOf).join('\n'),
      prompt: textOf(withRole('user')[0] ?? {}),
      wantsJson: body.response_format !== undefined,
    }
  },
  writeReply: (text, model) => ({
    id: randomUUID(),
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
    usage: { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1000 },
  }),
}

export const ANTHROPIC: Wire = {
  path: '/messages',
  readTurn: (body) => {
    const messages = listOf(body.messages)
    const system = typeof body.system === 'string' ? body.system : textOf({ content: body.system })
    return {
      system,
      prompt: textOf(messages.find(({ role }) => role === 'user') ?? {}),
      wantsJson: body.output_config !== undefined || body.output_format !== undefined,
    }
  },
  writeReply: (text, model) => ({
    id: `msg_${randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 900, output_tokens: 100 },
  }),
}

function textOf({ content }: Json): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : []
}
