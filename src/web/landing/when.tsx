type Fact = 'trial' | 'no-trial' | 'years' | 'months' | `year-${string}`

/** Text that only holds under a setting of the operator; the server cuts the others out (`platform/landing-facts.ts`). */
export function When({ fact, children }: { fact: Fact; children: string }) {
  return <span data-when={fact}>{children}</span>
}
