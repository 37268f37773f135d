import { randomUUID } from 'node:crypto'
import type { Reply, Turn } from './turn.ts'

/** The two wire shapes: OpenAI's chat completions and Anthropic's messages. */
export type Wire = {
  path: string
  readTurn: (body: Json) => Turn
  writeReply: (reply: Reply, model: string) => Json
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
      tools: listOf(body.tools).map((tool) => String((tool.function as Json).name)),
      toolResults: withRole('tool').map((message) => parsed(textOf(message))),
      wantsJson: body.response_format !== undefined,
    }
  },
  writeReply: (reply, model) => ({
    id: randomUUID(),
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      {
        index: 0,
        finish_reason: reply.kind === 'text' ? 'stop' : 'tool_calls',
        message:
          reply.kind === 'text'
            ? { role: 'assistant', content: reply.text }
            : {
                role: 'assistant',
                content: null,
                tool_calls: reply.calls.map(({ name, input }) => ({
                  id: randomUUID(),
                  type: 'function',
                  function: { name, arguments: JSON.stringify(input) },
                })),
              },
      },
    ],
    usage: { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1000 },
  }),
}

export const ANTHROPIC: Wire = {
  path: '/messages',
  readTurn: (body) => {
    const messages = listOf(body.messages)
    const blocks = messages.flatMap((message) =>
      typeof message.content === 'string' ? [] : listOf(message.content),
    )
    const system = typeof body.system === 'string' ? body.system : textOf({ content: body.system })
    return {
      system,
      prompt: textOf(messages.find(({ role }) => role === 'user') ?? {}),
      tools: listOf(body.tools).map(({ name }) => String(name)),
      toolResults: blocks
        .filter(({ type }) => type === 'tool_result')
        .map((block) => parsed(textOf(block))),
      wantsJson: body.output_config !== undefined || body.output_format !== undefined,
    }
  },
  writeReply: (reply, model) => ({
    id: `msg_${randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model,
    content:
      reply.kind === 'text'
        ? [{ type: 'text', text: reply.text }]
        : reply.calls.map(({ name, input }) => ({
            type: 'tool_use',
            id: `toolu_${randomUUID()}`,
            name,
            input,
          })),
    stop_reason: reply.kind === 'text' ? 'end_turn' : 'tool_use',
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
