import type { MentionRange } from './mentions.ts';

const maxSteps = 200;

interface Step {
  readonly text: string;
  readonly mentions: readonly MentionRange[];
}

/** The mentions of the texts that an undo or redo of the browser returns to. */
export interface MentionHistory {
  add(text: string, mentions: readonly MentionRange[]): void;
  /** The mentions of a text that an input event of type `historyUndo` or `historyRedo` restores; null without them. */
  find(text: string, inputType: string | undefined): readonly MentionRange[] | null;
  clear(): void;
}

export function createMentionHistory(): MentionHistory {
  let steps: Step[] = [];
  /** Index of the current text. */
  let at = -1;
  return {
    add(text, mentions) {
      steps = [...steps.slice(0, at + 1), { text, mentions }].slice(-maxSteps);
      at = steps.length - 1;
    },
    find(text, inputType) {
      // A browser undoes several edits at once.
      let found = -1;
      if (inputType === 'historyUndo') found = steps.slice(0, at).findLastIndex((step) => step.text === text);
      else if (inputType === 'historyRedo')
        found = steps.findIndex((step, index) => index > at && step.text === text);
      if (found < 0) return null;
      at = found;
      return steps[found]?.mentions ?? null;
    },
    clear() {
      steps = [];
      at = -1;
    },
  };
}
