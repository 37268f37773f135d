/**
 * The same items, read while those before are dealt with, for as long as what waits is of less than `most`: small ones run
 * ahead of a large one. After its end nothing is read any more, and what was under way has ended too.
 */
export async function* readAhead<T>(
  items: AsyncGenerator<T, void>,
  sizeOf: (item: T) => number,
  most: number,
): AsyncGenerator<T, void> {
  const waiting: T[] = []
  let size = 0
  let isRead = false
  let isOver = false
  let turn = Promise.withResolvers<void>()
  const nextTurn = () => {
    turn.resolve()
    turn = Promise.withResolvers()
  }
  const read = async () => {
    for await (const item of items) {
      waiting.push(item)
      size += sizeOf(item)
      nextTurn()
      while (size >= most && !isOver) await turn.promise
      if (isOver) return
    }
  }
  const reading = read().finally(() => {
    isRead = true
    nextTurn()
  })
  // Its failure is heard when its turn comes.
  reading.catch(() => {})
  try {
    while (waiting.length > 0 || !isRead) {
      if (waiting.length === 0) {
        await turn.promise
        continue
      }
      const [item] = waiting.splice(0, 1) as [T]
      size -= sizeOf(item)
      nextTurn()
      yield item
    }
    await reading
  } finally {
    isOver = true
    nextTurn()
    await reading.catch(() => {})
  }
}
