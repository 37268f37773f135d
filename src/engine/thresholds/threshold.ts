export type Threshold = { value: number; unit: string; source: string }
