/** The text about the user's answers for the model. */

/** Answers by question text, as JSON. */
export function answerText(answers: Record<string, string>): string {
  return JSON.stringify({ answers });
}

export const dismissedText = JSON.stringify({
  answers: {},
  note: 'The user dismissed the questions without an answer. Decide on your best judgement, or stop.',
});
