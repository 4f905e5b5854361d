import {
  bidInvitationDraw,
  bidInvitationReply,
  dataManagementAdd,
  dataManagementDetail,
  dataManagementPack,
  dataManagementPage,
  dataTechnicalAdd,
  dataTechnicalDetail,
  dataTechnicalFavorite,
  dataTechnicalFiles,
  dataTechnicalUploads,
  mailTemplate,
  projectContractDetail,
  projectContractPage,
  purchaseLineClose,
  providerFile,
  srmCommentAdd,
  srmCommentDetail,
  subProjectAdd,
  subProjectDetail,
  worksLetterDetail,
  worksLetterPrint,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import {
  techDocuments,
  tenderProjects,
  worksContracts,
  worksOrders,
  worksPapers,
  worksProjects,
} from '@hengneng/forms';
import { answerView, type Engine } from '../../engine/index.ts';
import type { Records } from '../../platform/files/calls.ts';
import { registerParted } from '../../platform/files/parted-calls.ts';
import type { Storage } from '../../platform/files/storage.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { need } from '../identity/index.ts';
import { worksContractsView, worksLettersView, worksPapersView } from '../ledgers/index.ts';
import { readContract } from './contract-detail.ts';
import { letterDetail, printLetter, sendLetter } from './letter-mail.ts';
import { auditLetter, draftLetter, LETTERS, receiveLetter } from './letters.ts';
import { drawUnits } from './draws.ts';
import { closeLine } from './order-lines.ts';
import { packPapers } from './pack.ts';
import { auditPaper, paperDetail, uploadPaper } from './papers.ts';
import { addComment, readComment, readProviderFile, SUPPLIERS } from './supplier-file.ts';
import { addSubProject, readSubProject } from './sub-projects.ts';
import { addDocument, auditDocument, documentDetail, documentFiles, keepDocument, reviseDocument } from './tech.ts';
import { addAddendum, inviteBidders, noteReply } from './tenders.ts';

const TENDERS = shortCodeOf(tenderProjects.screen);
/** Who fills in the invitation may draw for it. */
const INVITATION = shortCodeOf('/engineering/tender/InvitationUnit');
const PROJECTS = shortCodeOf(worksProjects.screen);
const PAPERS = shortCodeOf(worksPapers.screen);
const TECH = shortCodeOf(techDocuments.screen);
const ORDERS = shortCodeOf(worksOrders.screen);
const CONTRACTS = shortCodeOf(worksContracts.screen);

/** What one technical document may weigh. */
const DOCUMENT_BYTES = 500 * 1024 * 1024;

export const registerWorks = (
  registry: CallRegistry,
  engine: Engine,
  files: { readonly storage: Storage; readonly records: Records },
): void => {
  // Which page's button these need depends on what is sent.
  registry.handle(dataManagementAdd, { access: 'signedIn' }, (ctx, input) => {
    if (input.kind === '补遗') {
      need(ctx.session, TENDERS, 'edit');
      return addAddendum(ctx, input);
    }
    if (input.kind === '函件') {
      need(
        ctx.session,
        LETTERS,
        input.action === 'audit' || (input.action === 'receive' && input.answers) ? 'edit' : 'add',
      );
      switch (input.action) {
        case 'draft':
          return draftLetter(ctx, input);
        case 'receive':
          return receiveLetter(ctx, input);
        case 'audit':
          return auditLetter(ctx, input);
      }
    }
    need(ctx.session, PAPERS, input.action === 'upload' ? 'add' : 'edit');
    return input.action === 'upload' ? uploadPaper(ctx, input) : auditPaper(ctx, input);
  });
  registry.handle(mailTemplate, { access: 'signedIn' }, (ctx, input) => {
    need(ctx.session, input.kind === '函件' ? LETTERS : TENDERS, 'edit');
    return input.kind === '函件' ? sendLetter(ctx, input) : inviteBidders(ctx, input);
  });
  registry.handle(bidInvitationDraw, { access: { screen: [TENDERS, INVITATION], button: 'edit' } }, drawUnits);
  registry.handle(bidInvitationReply, { access: { screen: TENDERS, button: 'edit' } }, noteReply);
  registry.handle(dataManagementPage, { access: 'signedIn' }, (ctx, { kind, ...ask }) => {
    need(ctx.session, kind === '函件' ? LETTERS : PAPERS, 'search');
    return answerView(ctx, engine.deps, kind === '函件' ? worksLettersView : worksPapersView, ask);
  });
  registry.handle(worksLetterDetail, { access: { screen: LETTERS, button: 'search' } }, (ctx, { id }) =>
    letterDetail(ctx, id),
  );
  registry.stream(worksLetterPrint, { access: { screen: LETTERS, button: 'download' } }, (ctx, { id }) =>
    printLetter(ctx, id),
  );
  registry.handle(dataManagementDetail, { access: { screen: PAPERS, button: 'search' } }, (ctx, { id }) =>
    paperDetail(ctx, id),
  );
  registry.stream(dataManagementPack, { access: { screen: PAPERS, button: 'download' } }, (ctx, ask) =>
    packPapers(ctx, files, ask),
  );
  registry.handle(dataTechnicalAdd, { access: 'signedIn' }, (ctx, input) => {
    need(ctx.session, TECH, input.action === 'audit' ? 'edit' : 'add');
    switch (input.action) {
      case 'add':
        return addDocument(ctx, input);
      case 'revise':
        return reviseDocument(ctx, input);
      case 'audit':
        return auditDocument(ctx, input);
    }
  });
  registerParted(registry, dataTechnicalUploads, {
    access: { screen: TECH, button: 'add' },
    storage: files.storage,
    limits: { filmBytes: DOCUMENT_BYTES, otherBytes: DOCUMENT_BYTES },
  });
  registry.handle(dataTechnicalDetail, { access: { screen: TECH, button: 'search' } }, (ctx, { id }) =>
    documentDetail(ctx, id),
  );
  registry.handle(dataTechnicalFiles, { access: { screen: TECH, button: 'download' } }, (ctx, input) =>
    documentFiles(ctx, input),
  );
  registry.handle(purchaseLineClose, { access: { screen: ORDERS, button: 'edit' } }, closeLine);
  registry.handle(dataTechnicalFavorite, { access: { screen: TECH, button: 'search' } }, keepDocument);
  registry.handle(subProjectAdd, { access: { screen: PROJECTS, button: 'add' } }, (ctx, input) =>
    addSubProject(ctx, input),
  );
  registry.handle(subProjectDetail, { access: { screen: PROJECTS, button: 'search' } }, (ctx, { id }) =>
    readSubProject(ctx, id),
  );
  registry.handle(providerFile, { access: { screen: SUPPLIERS, button: 'search' } }, (ctx, { id }) =>
    readProviderFile(ctx, id),
  );
  registry.handle(srmCommentAdd, { access: { screen: SUPPLIERS, button: 'edit' } }, addComment);
  registry.handle(srmCommentDetail, { access: { screen: SUPPLIERS, button: 'search' } }, (ctx, { id }) =>
    readComment(ctx, id),
  );
  registry.handle(projectContractPage, { access: { screen: CONTRACTS, button: 'search' } }, (ctx, ask) =>
    answerView(ctx, engine.deps, worksContractsView, ask),
  );
  registry.handle(projectContractDetail, { access: { screen: CONTRACTS, button: 'search' } }, (ctx, { id }) =>
    readContract(ctx, engine.deps, id),
  );
};
