/** A step of an approval as paper and workbooks tell it: one line, who had a say, what each decided. */
import type { StepHandler, StepView } from './approval.ts';

/** Those who had a say and were not passed over. */
export const decidedIn = (step: StepView): readonly StepHandler[] =>
  step.handlers.filter(
    (one) =>
      one.part !== 'delegate' && one.state !== 'removed' && (step.state === 'active' || one.state !== 'cancelled'),
  );

export const handlerWords = (one: StepHandler): string => `${one.UserName}${one.part === 'own' ? '' : '（加签）'}`;

/** Its name, with the block of steps side by side that it belongs to, and its round where there were several. */
export const stepTitle = (step: StepView, steps: readonly StepView[]): string => {
  const notes = [
    ...(step.parallel === null ? [] : [step.parallel.block]),
    ...(steps.some((one) => one.round > 1) ? [`第${step.round}轮`] : []),
  ];
  return notes.length === 0 ? step.name : `${step.name}（${notes.join('，')}）`;
};

/** What was said, and by whom where several did; whoever did not agree is told as such. */
export const opinionWords = (step: StepView): string => {
  const against = step.state === 'returned' ? '退回' : '不同意';
  const said = decidedIn(step).flatMap((one) => {
    const words = [...(one.state === 'rejected' ? [against] : []), ...(one.Opinion ? [one.Opinion] : [])].join('：');
    return words === '' ? [] : [{ who: one.UserName, words }];
  });
  if (said.length > 1) return said.map(({ who, words }) => `${who}：${words}`).join('；');
  return said[0]?.words ?? step.Opinion ?? '';
};
