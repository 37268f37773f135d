/**
 * The colours of `src/kit/theme.css` for what cannot read a style sheet: mails, PDF, workbooks and pictures that are kept. A test holds them to
 * it. Each is light; mails have the dark ones too.
 */
export const PAPER = {
  canvas: '#faf9f6',
  surface: '#ffffff',
  sunken: '#f2f0ec',
  line: '#e2dfda',
  ink: '#1f1b17',
  'ink-muted': '#514c46',
  'ink-faint': '#6a655f',
  accent: '#1f4cbd',
  'accent-soft': '#eaf0fd',
  'on-accent': '#ffffff',
  success: '#036654',
  'success-soft': '#e1f5f0',
  danger: '#ae241f',
  'danger-soft': '#fdebe9',
  'doubt-fill': '#c38323',
} as const

export type PaperColor = keyof typeof PAPER

export const PAPER_IN_THE_DARK: Record<PaperColor, string> = {
  canvas: '#12100e',
  surface: '#1a1815',
  sunken: '#25221f',
  line: '#34312d',
  ink: '#edebe7',
  'ink-muted': '#bab7b2',
  'ink-faint': '#9b9891',
  accent: '#8db0f7',
  'accent-soft': '#1d2d4e',
  'on-accent': '#0d1421',
  success: '#6ddcc0',
  'success-soft': '#11322c',
  danger: '#f58170',
  'danger-soft': '#491f1b',
  'doubt-fill': '#d09945',
}
