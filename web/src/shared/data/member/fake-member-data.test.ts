import { describeMemberMatches } from '#shared/testing/member-matches-contract.ts';
import { describeMemberData } from '#shared/testing/member-data-contract.ts';
import { fakeMemberData } from '#shared/testing/fake-member-data.ts';

describeMemberData(() => fakeMemberData().data);
describeMemberMatches((matches) => Promise.resolve(fakeMemberData({ matches: [...matches] }).data));
