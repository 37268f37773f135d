type Waiting = { work: () => Promise<unknown>; settle: (result: Promise<unknown>) => void }

export type FairQueue = <T>(owner: string, work: () => Promise<T>) => Promise<T>

/** One piece of work at a time, and owners by turns: six of one hold up another's only one by one. */
export function openFairQueue(): FairQueue {
  const waiting = new Map<string, Waiting[]>()
  let isWorking = false

  const next = async () => {
    if (isWorking) return
    isWorking = true
    let last: string | null = null
    for (let turn = takeTurn(waiting, last); turn; turn = takeTurn(waiting, last)) {
      last = turn.owner
      const result = turn.work()
      turn.settle(result)
      await result.catch(() => {})
    }
    isWorking = false
  }

  return <T>(owner: string, work: () => Promise<T>) =>
    new Promise<T>((resolve) => {
      const own = waiting.get(owner) ?? []
      // What `work` promises is what its caller waits for.
      own.push({ work, settle: (result) => resolve(result as Promise<T>) })
      waiting.set(owner, own)
      void next()
    })
}

/** The next of the owner who has waited longest; of the last one only where there is no other. */
function takeTurn(waiting: Map<string, Waiting[]>, last: string | null) {
  const owner = [...waiting.keys()].find((one) => one !== last) ?? last
  const turn = owner === null ? undefined : waiting.get(owner)?.shift()
  if (owner === null || !turn) return undefined
  const left = waiting.get(owner) ?? []
  waiting.delete(owner)
  if (left.length > 0) waiting.set(owner, left)
  return { owner, ...turn }
}
