import { describeMemberData } from '#shared/testing/member-data-contract.ts';
import { fakeMemberData } from '#shared/testing/fake-member-data.ts';

describeMemberData(() => fakeMemberData().data);
