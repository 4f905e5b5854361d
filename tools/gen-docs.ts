/** Writes `docs/forms.md` from the definitions: `npm run gen:docs`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { EFFECTS } from '@hengneng/forms';
import { FORMS_PAGE, compiledForms } from './forms.ts';
import { formsPage } from './forms-page.ts';

mkdirSync(dirname(FORMS_PAGE), { recursive: true });
writeFileSync(FORMS_PAGE, formsPage(compiledForms(), EFFECTS));
process.stdout.write('docs/forms.md 已更新。\n');
