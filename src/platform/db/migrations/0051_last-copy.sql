CREATE TABLE "last_copy" (
	"id" integer PRIMARY KEY NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
