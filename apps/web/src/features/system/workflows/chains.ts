/** What the parts of the page share: the chain as the page holds it, its words, its problems, and how long things took. */
import type { WorkflowVersions } from '@hengneng/contracts';
import {
  type ChainProblem,
  chainFits,
  chainProblems,
  type ChainText,
  type ChainVocabulary,
  type CompiledField,
  type CompiledForm,
  comesBefore,
  mentions,
  parse,
} from '@hengneng/form-kit';

export const WORKFLOWS_CODE = 'system.workflows';

const isChain = (value: unknown): value is ChainText =>
  typeof value === 'object' && value !== null && 'steps' in value && Array.isArray(value.steps);

/** A chain as the server answers it. */
export const chainFrom = (value: unknown): ChainText => {
  if (!isChain(value)) throw new TypeError('not a chain');
  return value;
};

/** Where the page stands: at the draft, or at a version. */
export type Shown = 'draft' | number;

export const versionWords = (version: number): string => (version === 0 ? '版本 0（内置）' : `版本 ${version}`);

/** The chain that editing starts from: the draft, else what is in force. */
export const startOf = (data: WorkflowVersions): ChainText =>
  chainFrom(data.draft?.chain ?? data.versions.find((one) => one.version === data.inForce)?.chain);

export const vocabularyOf = (form: CompiledForm, names: ReadonlyMap<string, string>): ChainVocabulary => ({
  field: (key) => form.field(key)?.label ?? form.detail(key)?.label ?? key,
  condition: (text) => form.explain(text),
  person: (id) => names.get(id) ?? `编号 ${id}`,
});

/** Everything that keeps a chain from being saved, as the server would say it. */
export const problemsOf = (form: CompiledForm, chain: ChainText): readonly ChainProblem[] => [
  ...chain.steps.flatMap((step, at): readonly ChainProblem[] => [
    ...(step.name.trim() === '' ? [{ path: ['steps', at, 'name'], message: '请填写名称' }] : []),
    ...(step.hours > 0 && step.hours <= 2000
      ? []
      : [{ path: ['steps', at, 'hours'], message: '请填写时限：大于0，最多2000工作小时' }]),
    ...(step.pass === undefined || (step.pass >= 1 && step.pass <= 100)
      ? []
      : [{ path: ['steps', at, 'pass'], message: '请填写通过比例：1%到100%' }]),
  ]),
  ...(chain.steps.length === 0 ? [{ path: ['steps'], message: '至少要有一个步骤' }] : []),
  ...chainProblems(chain),
  ...chainFits(form, chain),
];

/** What is wrong at one step, by the member it is about; what is about its branch is `branch`. */
export const problemsAt = (
  problems: readonly ChainProblem[],
  chain: ChainText,
  key: string,
): ReadonlyMap<string, string> => {
  const at = chain.steps.findIndex((step) => step.key === key);
  const found = new Map<string, string>();
  for (const { path, message } of problems) {
    const [list, index, member, branch] = path;
    const block = list === 'parallel' && typeof index === 'number' ? chain.parallel?.[index] : undefined;
    const own =
      member === 'branches' && typeof branch === 'number'
        ? block?.branches[branch]?.steps.includes(key)
        : block?.branches.some((one) => one.steps.includes(key));
    const name = list === 'steps' && index === at ? String(member) : own === true ? 'branch' : null;
    if (name !== null && !found.has(name)) found.set(name, message);
  }
  return found;
};

/** Fields that a condition of a step may look at: filled in before it, and something to compare. */
export const fieldsBefore = (form: CompiledForm, chain: ChainText, key: string): readonly CompiledField[] =>
  form.fields.filter(
    (of) =>
      of.detail === null &&
      of.field.sealed === undefined &&
      !['file', 'files', 'image', 'images', 'signature', 'richText'].includes(of.field.type) &&
      (of.step === 0 || comesBefore(chain, `s${of.step}`, key)),
  );

const named = (text: string | undefined | null): readonly string[] => {
  if (text === undefined || text === null) return [];
  try {
    return mentions(parse(text)).map((mention) => mention.path);
  } catch {
    return [];
  }
};

/** Fields that decide the way through a chain: what conditions and handlers look at. */
export const decisiveFields = (form: CompiledForm, chain: ChainText): readonly CompiledField[] => {
  const paths = [
    ...chain.steps.flatMap((step) => [...named(step.when), /^field\((\w+)\)$/.exec(step.by)?.[1] ?? '']),
    ...(chain.parallel ?? []).flatMap((block) => block.branches.flatMap((branch) => named(branch.when))),
  ];
  return [...new Set(paths)].flatMap((path) => {
    const of = form.field(path);
    return of === undefined || of.detail !== null || of.source === 'builtin' || of.key === 'project' ? [] : [of];
  });
};
