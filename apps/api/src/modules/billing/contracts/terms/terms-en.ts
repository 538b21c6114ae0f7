/** Version 1 of the terms in English: a template, which the operator's lawyer has to check before anyone accepts it. */
export const TERMS_EN = `# 1. Subject

{{seller.name}} (the "Provider") gives {{client.name}} (the "Client") access to a platform to host, encode, stream and measure video, and to deliver files through its content delivery network (the "Service"). These terms, the prices shown in the Client’s account and the documentation of the Service form the contract.

# 2. Account and users

The Client appoints at least one account manager. Account managers invite users, give them roles and act for the Client. The Client keeps credentials and keys secret, tells the Provider without delay of any misuse, and answers for what its users do.

# 3. Content

The Client keeps all rights to its content. It gives the Provider the right to store, encode, copy, cache and transmit this content, as far as the Service needs it and as long as the contract lasts. The Client warrants that it holds the rights that this takes, and that its content breaks no law.

The Provider may block content that is manifestly unlawful. It tells the Client why, unless the law forbids this.

# 4. Peer-assisted delivery

Viewers' devices may exchange segments of video with one another. The Client decides in its account whether and for whom this is on, and informs its viewers as the law requires.

# 5. Availability and support

The Provider operates the Service with the care of a professional and announces planned maintenance in advance. The free tier has no guaranteed resources. Support is given by email at {{seller.email}}.

# 6. Prices and payment

What is billed is what the Service measures, as its documentation describes. A calendar month (UTC) is invoiced on the 5th of the following month, in euros, at the prices shown in the Client’s account, plus VAT where it is due. Invoices are payable within {{seller.paymentTermDays}} days of their date, by transfer or by the means of payment that the Client has saved.

Between professionals, a late payment bears interest at three times the French legal interest rate from the day after the due date, and a fixed compensation of 40 euros for recovery costs is due, without any reminder (articles L441-10 and D441-5 of the French Commercial Code).

The Provider announces changes of prices at least 30 days in advance, by email. They never apply to a month that is over.

# 7. Personal data

For data of viewers and users that the Service processes for the Client, the Client is the controller and the Provider is the processor under Regulation (EU) 2016/679. The Provider acts only on documented instructions, binds its staff to confidentiality, protects the data as article 32 requires, helps the Client to answer requests of data subjects, reports breaches without undue delay, and deletes the data after the end of the contract, except for what the law obliges it to keep.

# 8. Liability

Each party answers for the direct damage that it causes by breaching the contract. Except for intent, gross negligence and what the law does not allow to be limited, the Provider’s liability in a contract year is limited to the amount that the Client paid in the twelve months before the damage.

# 9. Term and termination

The contract begins when it is accepted and runs for an indefinite time. Either party may end it with effect from the end of a calendar month: the Client in its account, the Provider by email with 30 days' notice. Either party may end it at once if the other seriously breaches it and has not remedied this 15 days after a written notice.

At the end, the Client’s videos and data are deleted as its account announces. The Client exports beforehand what it wants to keep.

# 10. Changes of these terms

The Provider announces new terms at least 30 days in advance. They apply to the Client once a manager has accepted them; until then the accepted version stays in force.

# 11. Electronic acceptance

The contract is concluded when an account manager accepts it in the account. The parties agree that the record of the acceptance, with its date, the name given and the SHA-256 hash of the text, is proof of it.

# 12. Law and courts

French law governs the contract. The courts at the Provider’s registered office have jurisdiction, as far as the law allows the parties to agree on them. The language in which the contract was accepted prevails.`;
