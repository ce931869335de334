/** What a sentence of a next step has its reader do. */
export type Deed =
	/** Nothing by itself: it says how things are, or what to look at. */
	| 'know'
	/** The world is put right outside of the run: credits, key, network, links, n8n's disk. */
	| 'mend'
	/** The sender gives another file for the one that is to blame. */
	| 'correct'
	/** The prompt is written better. */
	| 'reword'
	/** The next run has another ID. */
	| 'new ID'
	/** The same, if a file was corrected. */
	| 'new ID if changed'
	/** Everything runs again. */
	| 'run again'
	/** The failed files run again. */
	| 'run failed files'
	/** All but the files of the finished extractions run again. */
	| 'run the rest'
	/** Everything but the file that cannot be sent runs again. */
	| 'run without'
	/** The corrected file runs alone. */
	| 'run corrected'
	/** Get Rows collects what the named extractions have. */
	| 'get rows'
	/** Wait, then Get Rows. */
	| 'wait'
	/** Get Many looks for the extraction, then Get Rows. */
	| 'look for it';

/** A sentence, what its reader does, and whether it says that this costs something. */
interface Sentence {
	says: RegExp;
	deeds: Deed[];
	/** It says that doing it is charged. */
	costs?: true;
}

const say = (says: RegExp, ...deeds: Deed[]): Sentence => ({ says, deeds });

/**
 * Every sentence that a next step of Extract Documents is made of. A sentence that is in none of them fails the tests: nobody has tried what
 * it says.
 */
const SENTENCES: Sentence[] = [
	say(/^Other extractions of this run are charged \(\d+\): \S+( and \S+|, \S+)*\.$/, 'know'),
	say(/^Get Rows with these IDs collects their rows at no cost\.$/, 'get rows'),
	say(/^The next run outputs their rows at no cost\.$/, 'know'),
	say(/^For the rest:/, 'know'),
	say(/^The extraction is completed and charged\.$/, 'know'),
	say(/^Get Rows with its ID (collects|outputs) (the|its) rows at no cost\.$/, 'get rows'),
	say(/^The extraction continues on the service\.$/, 'know'),
	say(/^It continues on the service\.$/, 'know'),
	say(/^Wait and Get Rows with its (extraction )?ID collect the rows at no cost\.$/, 'wait'),
	say(/^Get Status with its ID shows the status of the extraction\.$/, 'know'),
	say(/^Once it is completed, Get Rows collects the rows at no cost\.$/, 'get rows'),
	say(/^The service may have accepted the submission anyway\.$/, 'know'),
	say(/^Use Get Many to look for an extraction with the Submission ID \S+(, \S+)*\.$/, 'look for it'),
	say(/^Get Rows collects its rows at no cost\.$/, 'know'),
	say(/^If there is none:/, 'know'),
	say(/^Use Get Many to check whether it is listed\.$/, 'look for it'),
	say(/^If it is, Get Rows with its ID outputs its rows at no cost\.$/, 'know'),
	say(/^If not:/, 'know'),
	say(/^It expects to resume at .+$/, 'know'),
	say(
		/^Run again with the same (files|Submission ID and files) to continue where this run stopped\.$/,
		'run again',
	),
	say(/^Nothing is charged twice\.$/, 'know'),
	say(/^Nothing is charged twice, unless somebody deleted the extraction\.$/, 'know'),
	say(/^A run with the same (files|Submission ID and files) skips the failed extraction\.$/, 'know'),
	say(/^Extraction ID: \S+\.$/, 'know'),
	say(/^The other files of its request are sent and charged without it\.$/, 'know'),
	say(
		/^Send the corrected file alone: together with them it is a new request, which charges them again\.$/,
		'run corrected',
	),
	say(/^Other files of this run are sent and charged\.$/, 'know'),
	say(/^Run again with the failed files alone: the others would be charged again\.$/, 'run failed files'),
	say(/^Run again without the files of these extractions: they would be charged again\.$/, 'run the rest'),
	say(/^Nothing of this request was sent or charged\.$/, 'know'),
	say(/^Run again as it is, or without the files that cannot be sent\.$/, 'run again', 'run without'),
	say(/^Either charges each file once; one after the other charges twice\.$/, 'know'),
	say(
		/^Run again( after a minute, or after the time in the message| in a few minutes| when others have finished| to upload the file again|, because each run requests fresh URLs| to continue)?\.$/,
		'run again',
	),
	say(/^Then run again\.$/, 'run again'),
	{ says: /^Run again, at new cost\.$/, deeds: ['run again'], costs: true },
	say(/^If that fails too, /, 'know'),
	say(/^If it says nothing, run again in a few minutes\.$/, 'run again'),
	say(/^If it happens every time, /, 'know'),
	say(
		/^If it fails again, for this request alone, set the option Prevent Duplicates By to My Own ID with an ID that no request has had\.$/,
		'know',
	),
	say(
		/^Run again to upload the file in a new session(, and use a new (ID if you set one|Submission ID for this request alone))?\.$/,
		'new ID',
		'run again',
	),
	say(
		/^Run again to upload the file in a new session, and for this request alone, set the option Prevent Duplicates By to My Own ID with an ID that no request has had\.$/,
		'new ID',
		'run again',
	),
	say(
		/^For a changed file, use a new (ID if you set one|Submission ID for this request alone)\.$/,
		'new ID if changed',
	),
	say(/^Pages that were already processed are charged\.$/, 'know'),
	{
		says: /^To extract the original documents again, at new cost, extract them in a new execution, some seconds later\.$/,
		deeds: ['run again'],
		costs: true,
	},
	{
		says: /^To extract the original documents again, at new cost, extract them in a new execution, some seconds later, and use a new (ID if you set one|Submission ID for this request alone)\.$/,
		deeds: ['new ID', 'run again'],
		costs: true,
	},
	say(
		/^(Add credits in the dashboard|Create a new API key and enter it in the credential|Open the credential and enter a valid API Key)\.$/,
		'mend',
	),
	say(/^Keys are managed in the dashboard\.$/, 'know'),
	say(
		/^(Correct the parameters named in the message|Check the number, sizes and types of the files: .+)\.$/,
		'mend',
	),
	say(/^(Set the option Owner to Me if it is set to My Team, or use the API key of a team admin)\.$/, 'mend'),
	say(/^Check the extraction ID\. ?$/, 'know'),
	say(/^The extraction may be deleted, or it may belong to a teammate\.$/, 'know'),
	say(/^Team admins find it where the option Owner is set to My Team \(Admins Only\)\.$/, 'know'),
	say(
		/^(Describe in the prompt which data to extract from the documents|Describe the data to extract more precisely)\.$/,
		'reword',
	),
	say(
		/^(Remove the password from the file|Split the file into smaller ones|Split or compress the file|Split the PDF or lower the resolution of its images)\.$/,
		'correct',
	),
	say(/^Check that the files open and are not empty\.$/, 'mend'),
	say(
		/^(Ask the sender for the documents themselves, or for a ZIP|Check the node that brings the file|Make it smaller with Edit Image: choose Resize, 4000 x 4000, Only if Larger, and set the option Format to jpeg)\.$/,
		'correct',
	),
	say(/^To run without it, remove it before this step\.$/, 'run without'),
	say(/^(Extract Documents waits for a free place up to its Maximum Wait|That time is over)\.$/, 'know'),
	say(/^Increase Maximum Wait\.$/, 'mend'),
	say(/^Increase Maximum Wait, and run again\.$/, 'mend', 'run again'),
	say(/^No page was processed\.$/, 'know'),
	say(/^Check (the File ID and the Upload Session ID|these pages)\.$/, 'know'),
	say(/^Only files that were named when the session was created can be uploaded\.$/, 'know'),
	say(/^Get Rows with the extraction ID outputs the rows of the other pages at no cost\.$/, 'get rows'),
	say(/^For later runs, the option If Pages Fail can continue without failed pages\.$/, 'know'),
	say(
		/^To have these pages read, send a better file alone(, with a new ID if you set one)?: together with others it is a new request, which charges them again\.$/,
		'correct',
		'new ID',
		'run corrected',
	),
	say(
		/^(This error is new to this node|Read the message of the service(, and update the node if a newer version exists)?)\.$/,
		'know',
	),
	say(/^Check the Base URL of the credential( and the network of this n8n)?\.$/, 'mend'),
	say(/^It must be the API URL from the dashboard and end in \/v1\.$/, 'know'),
	say(/^A proxy or firewall may have responded instead\.$/, 'know'),
	say(
		/^(Run the workflow again from the node that brought the file|Run the node that brings the file again)\.$/,
		'know',
	),
	say(/^Its binary data may have been deleted\.$/, 'know'),
	say(/^The node sends no credential to a link\.$/, 'know'),
	say(/^Use a shared or signed link that opens without one\.$/, 'mend'),
	say(/^A signed link may have expired\.$/, 'know'),
	say(/^Run the node that creates the links again, right before this one\.$/, 'mend'),
	say(/^Open the link in a private window of your browser\.$/, 'know'),
	say(/^It must open the file without a sign-in\.$/, 'know'),
	say(/^Or download the file with the node of its service, and set Input Files to All Files\.$/, 'know'),
	say(/^Check the link\.$/, 'mend'),
	say(/^The file may have been moved or deleted, or the link may be cut off\.$/, 'know'),
	say(/^Some links work only for minutes or hours\.$/, 'know'),
	say(/^It may be a sign-in page, a notice that the link has expired, or a preview\.$/, 'know'),
	say(/^Use the link that downloads the file itself\.$/, 'mend'),
];

const sentencesIn = (text: string): string[] =>
	text
		.replace(/ \([A-Z_]+\)$/, '')
		.replaceAll(/(?<=For the rest:|If there is none:|If not:|\.) (?=[A-Z])/g, '\n')
		.split('\n')
		.map((sentence) => sentence.trim())
		.filter(Boolean);

/** A next step as its reader understands it. */
export interface Understood {
	deeds: Deed[];
	/** Whether it says that something is charged. */
	costs: boolean;
	/** The sentences that nobody has tried. */
	unknown: string[];
}

/** Reads the next step of a failure. */
export function understand(text: string): Understood {
	const found = sentencesIn(text).map((sentence) => ({
		sentence,
		known: SENTENCES.find(({ says }) => says.test(sentence)),
	}));
	return {
		deeds: found.flatMap(({ known }) => known?.deeds ?? []),
		costs: found.some(({ known }) => known?.costs),
		unknown: found.filter(({ known }) => !known).map(({ sentence }) => sentence),
	};
}
